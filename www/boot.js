// Before the module arrives: the handle that tests and lesson authors wait on, and a word if the module never comes.
(() => {
  let started, failed;
  const ready = new Promise((resolve, reject) => { started = resolve; failed = reject; });
  ready.catch(() => {});
  window.flitscope = { ready };

  // Two frames: then the first content has been painted. A hidden page has no frames and waits for none.
  const pictures = () => new Promise((done) => {
    setTimeout(done, 200);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });

  // Text that changes its font moves the elements below it. The page waits for its font, at most a second.
  const font = () => Promise.race([document.fonts.load("1rem Inter").catch(() => {}), new Promise((done) => setTimeout(done, 1000))]);

  let said = "";
  const show = () => {
    const state = document.getElementById("wait-state");
    if (state && said) state.textContent = said;
  };
  addEventListener("DOMContentLoaded", () => {
    show();
    // The picture is that of the first scene: a link to another one waits without it. Its room stays, so that nothing moves.
    const still = document.getElementById("still");
    if (still && location.hash.length > 1) still.style.visibility = "hidden";
  });
  // What is wrong first is the reason of what goes wrong later.
  const fail = (reason, remedy = "Reload the page, or try another browser; the link keeps the scene.") => {
    if (said) return;
    said = `The models could not be loaded: ${reason} ${remedy}`;
    failed(new Error(reason));
    show();
  };

  // The module calls this once, when the first picture is drawn. The functions look and change nothing; `settled` ends when nothing is
  // left to draw: no change waits for its picture, nothing plays or is being recorded, no simulation runs.
  window.__flitscope_started = (scenario, results, settled) => {
    window.flitscope = Object.freeze({
      ready,
      scenario,
      results,
      settled: () => new Promise((resolve) => settled(resolve)),
    });
    // A page that embeds this one may want to know its height; courses ask for it by the name of LTI.
    if (window.parent !== window) {
      const tell = () => {
        const height = Math.ceil(document.body.getBoundingClientRect().height);
        window.parent.postMessage({ type: "flitscope.height", height }, "*");
        window.parent.postMessage({ subject: "lti.frameResize", height }, "*");
      };
      new ResizeObserver(tell).observe(document.body);
    }
    // What covers the page is seen at least once, and a browser notes when, before it goes.
    Promise.all([pictures(), font()]).then(() => {
      const moving = document.activeElement.id === "first-load";
      document.getElementById("wait")?.remove();
      document.documentElement.classList.remove("waiting");
      // Who moves the load goes on with it.
      if (moving) document.getElementById("load")?.focus();
      started();
    });
  };

  // Texts beside the page come when they are first needed, that of the lessons with a style. The page as one file has them in itself.
  const beside = async (name) => {
    const inside = document.querySelector(`script[data-text=${name}]`);
    const answer = inside || (await fetch(document.querySelector(`meta[name=${name}]`).content));
    if (answer.ok === false) throw answer.status;
    const text = inside ? inside.textContent : await answer.text();
    const [, css] = text.split("\nstyle\t");
    if (css) {
      const style = new CSSStyleSheet();
      style.replaceSync(css);
      document.adoptedStyleSheets.push(style);
    }
    return text;
  };

  // A lesson of the reader's own stands in the link, or comes as a file: its reader is asked for when it is needed.
  const own = async (what, of) => {
    const banner = document.getElementById("crash");
    banner.hidden = true;
    try {
      return await (await import(new URL("write/text.js", location)))[what](of);
    } catch (error) {
      banner.textContent = error.told ?? "The reader of lessons did not come. Open the page from its server, with the files beside it; then the reader is kept on this device.";
      banner.hidden = false;
      return "";
    }
  };
  window.__flitscope_text = (name, text) => (name === "own" ? own("opened", text) : beside(name));
  const file = async (file) => {
    const text = file && (await own("linked", file));
    document.getElementById("gallery").close();
    if (text) location.hash = `#lesson=own&text=${text}`;
  };
  /** Opens a dropped file as a lesson, as a picture or a document that was saved here, or as a table of rates. */
  const dropped = async (one, all) => {
    const begin = new TextDecoder().decode(await one.slice(0, 200).arrayBuffer());
    if (/^\W*---|^## /.test(begin) || one.name.endsWith(".md")) return file(one);
    // Not every system has such an input.
    const input = Object.assign(document.createElement("input"), { type: "file", hidden: true, id: /^\W*(<|\{|PNG)/.test(begin) ? "share-file" : "rates-file", files: all });
    document.body.append(input);
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.remove();
  };
  addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    dropped(event.dataTransfer.files[0], event.dataTransfer.files);
  });
  addEventListener("change", ({ target }) => {
    if (target.id !== "lesson-file") return;
    file(target.files[0]);
    target.value = "";
  });

  // A module whose only function makes a vector and counts the bits of its bytes.
  const vector = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  if (typeof WebAssembly !== "object") {
    fail("this browser has no WebAssembly.");
  } else if (!WebAssembly.validate(new Uint8Array(vector))) {
    fail("this browser has no WebAssembly SIMD. Chrome 91, Firefox 89 and Safari 16.4 have it, and all that came later.");
  }
  // Until the page stands, whatever fails is a reason why it does not.
  const waiting = () => document.getElementById("wait");
  const rejected = (reason) => waiting() && fail(`${reason?.message ?? reason}.`, reason?.remedy);
  addEventListener("unhandledrejection", ({ reason }) => rejected(reason));
  addEventListener("error", ({ message }) => waiting() && fail(`${message}.`));
  // A policy of the server's own, beside that of the page.
  addEventListener("securitypolicyviolation", ({ blockedURI, disposition, effectiveDirective }) => {
    const [wasm, directive] = [blockedURI === "wasm-eval", effectiveDirective.replace("-elem", "")];
    const needed = wasm || (/^(script|connect)-src$/.test(directive) && blockedURI.startsWith(new URL(".", location).href));
    if (waiting() && needed && disposition === "enforce") fail(`the server's Content-Security-Policy forbids ${wasm ? "WebAssembly" : "the files of the page"}.`, `Its ${directive} needs ${wasm ? "'wasm-unsafe-eval'" : "'self'"}.`);
  });

  // The first scene can be moved before the module is there, from load to load of www/first.json: the place of each in the picture, and its number in words.
  let moved;
  const begin = ({ top, bottom, start, points }) => {
    const [line, row, slider, words] = ["first-line", "first-row", "first-load", "first-words"].map((id) => document.getElementById(id));
    const tell = () => {
      const { left, shown } = points[slider.value];
      words.textContent = slider.ariaValueText = shown;
      slider.style.setProperty("--at", slider.value / slider.max);
      line.style.left = `${left}%`;
    };
    [slider.max, slider.value] = [points.length - 1, start];
    [line.style.top, line.style.bottom] = [`${top}%`, `${bottom}%`];
    slider.addEventListener("input", () => {
      moved = points[slider.value].load;
      tell();
    });
    tell();
    line.hidden = false;
    row.classList.add("live");
    performance.mark("live");
  };
  // A slider that is held is let go before the page takes its place.
  let held;
  addEventListener("pointerdown", (event) => {
    if (event.target.id !== "first-load") return;
    held = new Promise((done) => ["pointerup", "pointercancel"].forEach((name) => addEventListener(name, done, { once: true })));
  });

  const parsed = new Promise((done) => (document.readyState === "loading" ? addEventListener("DOMContentLoaded", done) : done()));
  /** Resolves when the page has been painted; at once if it is hidden or the browser does not report paints. */
  const seen = new Promise((done) => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) parsed.then(pictures).then(done);
    else new PerformanceObserver(done).observe({ type: "paint", buffered: true });
    setTimeout(done, 3000);
  });
  /** Starts the module, which is asked for once the page is seen: it does not share the line with what comes before. */
  const load = async (script, module) => {
    await parsed;
    await seen;
    const coming = module();
    const { default: start, open } = await script;
    await start({ module_or_path: await coming });
    await held;
    if (moved) history.replaceState(history.state, "", `#v=2&load=${moved}`);
    await open();
  };
  // Without an origin the page hears nothing of rejections that are not caught.
  const run = (script, module) => load(script, module).catch(rejected);
  window.__flitscope_run = run;

  /** Names the reason why a file of the page did not come: browsers do not, so it is asked for once more. */
  const why = (file) => async (error) => {
    const because = (reason, remedy) => { throw Object.assign(new Error(reason), { remedy }); };
    if (location.protocol === "file:") because("the page is opened from a disk, where a browser does not load its other files", "Open it from a server (`make serve`), or as the one file that `make single-file` makes.");
    if (origin === "null") because("the sandbox of a frame or of the server keeps the page from its own files", "Add allow-same-origin to the sandbox.");
    const answer = await fetch(file).catch(async () => {
      // A policy reports late what it has forbidden.
      await pictures();
      because(navigator.onLine ? "the server does not answer" : "this device is offline", "Reload the page later; the link keeps the scene.");
    });
    const page = /html/.test(answer.headers.get("content-type"));
    if (!answer.ok || page) because(`the server answers ${answer.ok ? "with a page" : answer.status} for ${file.slice(2)}`, answer.status < 500 ? "Copy the whole folder of the page to the server." : undefined);
    throw error;
  };
  /** The module, compiled while it comes; the page shows how much of it has come. */
  const compiled = (file, size) => fetch(file).then(({ body }) => {
    const [reader, progress] = [body.getReader(), document.getElementById("wait-progress")];
    let come = 0;
    const counted = new ReadableStream({
      async pull(line) {
        const { done, value } = await reader.read();
        if (done) return line.close();
        come += value.length;
        progress.value = come / size;
        line.enqueue(value);
      },
    });
    return WebAssembly.compileStreaming(new Response(counted, { headers: { "content-type": "application/wasm" } }));
  }).catch(why(file));
  // The build has put the names of its files into the page.
  const [glue, module] = ["link[rel=modulepreload]", "meta[name=module]"].map((selector) => document.querySelector(selector));
  if (glue) {
    if (location.hash.length < 2) Promise.all([fetch("./first.json").then((answer) => answer.json()), parsed]).then(([first]) => begin(first)).catch(() => {});
    run(import(glue.getAttribute("href")).catch(why(glue.getAttribute("href"))), () => compiled(module.content, Number(module.dataset.bytes)));
  }
})();
