// The page away from its server: without a network, from a disk, under the policy of a strict host, and when a newer build comes.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { index, small } from "../../tools/published.mjs";
import { blank, dist, launch, open, ready, results, scenario, serve as serveNew, settled, text, value, visible, walk } from "./browser.mjs";

const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'";
let browser, folder;
const servers = [];
/** A server that ends with the tests, whatever becomes of them. */
const serve = async (options) => {
  servers.push(await serveNew(options));
  return servers.at(-1);
};

before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "flitscope-"));
});
after(async () => {
  await browser.close();
  servers.forEach(({ stop }) => stop());
  rmSync(folder, { recursive: true });
});

/** Simulates a short sweep: the means of the points that came. */
const simulated = async (page) => {
  // Without the button the page simulates by itself, or has.
  if (await page.locator("#simulate").isVisible()) await page.locator("#simulate").click();
  await page.waitForFunction(() => { const { simulation } = window.flitscope.results(); return simulation.points > 0 && !simulation.running; });
  const { simulated, simulation } = await results(page);
  assert.equal(simulated.length, simulation.points);
  return simulated.filter(({ mean_latency }) => mean_latency).length;
};
/** Waits until the files are kept and a worker of the service gives them. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
  const look = () => (active.state === "activated" ? done() : setTimeout(look, 20));
  look();
})));
const short = "#v=2&cycles=3000";

test("without its server the page opens again, with every tab, a simulation by two workers and a lesson", async () => {
  const server = await serve();
  const { page, complaints, close } = await open(browser, server.url + short, { offline: true });
  await kept(page);
  server.stop();
  await page.reload();
  await ready(page);
  for (const tab of await page.locator("#tabs [role=tab]").all()) {
    await tab.click();
    await settled(page);
    assert.ok((await page.locator(`#${await tab.getAttribute("aria-controls")}`).innerText()).length > 20);
  }
  assert.ok((await simulated(page)) > 3);
  // They simulate, and answer the questions of the tab.
  assert.equal(page.workers().length, 2);
  await walk(page, "#v=2&system=kary-ncube&lesson=past-the-end");
  assert.ok((await text(page, "lesson-text")).length > 20);
  assert.deepEqual(complaints, []);
  await close();
});

test("guide and reader of lessons are kept once they have been opened, also without the page; else a sentence stands in their place", async () => {
  const heading = (page) => page.locator("h1").innerText();
  const inCache = (page) => page.evaluate(async () => {
    while (!(await caches.match(location.href))) await new Promise((done) => setTimeout(done, 50));
  });
  for (const [first, later, words, other] of [
    ["guide/waiting.html", ["guide/", "guide/index.html?from=a", "guide/slots.html"], /theory|Slots/, "write/"],
    ["write/", ["write/index.html"], /Write a lesson/, "guide/waiting.html"],
  ]) {
    const server = await serve();
    const { page, close } = await blank(browser, { offline: true });
    await page.goto(server.url + first);
    await kept(page);
    await inCache(page);
    server.stop();
    for (const name of [first, ...later]) {
      await page.goto(server.url + name);
      assert.match(await heading(page), name === first ? /./ : words, name);
      assert.notEqual(await heading(page), "The server does not answer", name);
    }
    if (first === "write/") await page.waitForFunction(() => document.getElementById("state").className === "good");
    await page.goto(server.url + other);
    assert.match(await page.locator("body").innerText(), /The server does not answer[^]*Open it once while the server answers; it then opens without a network, too\./);
    await page.locator("a").click();
    await ready(page);
    await close();
  }
});

test("a newer build is offered and taken when the reader wants it; a page of the older one goes on", async () => {
  const from = join(folder, "builds");
  cpSync(dist, from, { recursive: true });
  const server = await serve({ from });
  const { context, page, complaints, close } = await open(browser, server.url + short, { offline: true });
  await kept(page);
  await page.reload();
  await ready(page);
  const older = await context.newPage();
  await older.goto(server.url + short);
  await ready(older);

  // The next build: other names for what the page asks for first and for the service's own list.
  const change = (name, ...pairs) => writeFileSync(join(from, name), pairs.reduce((text, [old, next]) => text.replaceAll(old, next), readFileSync(join(from, name), "utf8")));
  const boot = readdirSync(from).find((name) => name.startsWith("boot-"));
  const runs = async (page, name) => assert.equal(await page.locator("script[src*=boot]").getAttribute("src"), `./${name}`);
  renameSync(join(from, boot), join(from, "boot-0123456789abcdef.js"));
  change("index.html", [boot, "boot-0123456789abcdef.js"]);
  change("sw.js", [boot, "boot-0123456789abcdef.js"], ['const BUILD = "', 'const BUILD = "next']);
  assert.equal(await text(page, "newer"), "");
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()));
  await page.locator("#newer button").waitFor();
  await runs(page, boot);
  await Promise.all([page.waitForEvent("load"), page.locator("#newer button").click()]);
  await ready(page);
  await runs(page, "boot-0123456789abcdef.js");
  assert.equal(await page.evaluate(() => location.hash), short);
  assert.equal(await text(page, "newer"), "");

  await runs(older, boot);
  assert.ok((await simulated(older)) > 3, "its workers are of its own build");
  assert.equal((await page.evaluate(() => caches.keys())).length, 2, "the build before is kept");
  assert.deepEqual(complaints, []);
  await close();
});

test("a host's strict policy is obeyed, and one that forbids WebAssembly is named", async () => {
  const fine = await serve({ also: { "content-security-policy": strict } });
  const { page, complaints, close } = await open(browser, fine.url + short);
  assert.ok((await simulated(page)) > 3);
  await page.locator("#chart").focus();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.ok(await visible(page, "readout"));
  assert.deepEqual(complaints, []);
  await close();
  fine.stop();

  const never = await serve({ also: { "content-security-policy": strict.replace(" 'wasm-unsafe-eval'", "") } });
  const forbidden = await blank(browser);
  await forbidden.page.goto(never.url);
  const reason = await forbidden.page.evaluate(() => window.flitscope.ready.then(() => "", (error) => error.message));
  assert.match(reason, /Content-Security-Policy forbids WebAssembly/);
  assert.ok((await text(forbidden.page, "wait-state")).includes(reason));
  await forbidden.close();
});

test("a page that cannot load names the true reason and the remedy", async () => {
  const [plain, policed, there] = [await serve(), await serve({ also: { "content-security-policy": strict.replace("default-src 'self'", "default-src 'none'") } }), await serve({ from: folder })];
  const framed = (url, sandbox) => {
    writeFileSync(join(folder, "framed.html"), `<!doctype html><html lang="en"><title>A course</title><iframe sandbox="${sandbox}" src="${url}"></iframe>`);
    return `${there.url}framed.html`;
  };
  const answered = (pattern, answer) => (page) => page.route(pattern, (route) => route.fulfill(answer));
  for (const [address, words, prepare = () => {}] of [
    [pathToFileURL(join(dist, "index.html")).href, /opened from a disk.*make single-file/],
    [framed(plain.url, "allow-scripts"), /sandbox .* keeps the page from its own files.*allow-same-origin/],
    [plain.url, /answers 404 for flitscope-web-[0-9a-f]+_bg\.wasm.*the whole folder/, answered("**/*.wasm", { status: 404, body: "" })],
    [plain.url, /answers 404 for flitscope-web-[0-9a-f]+\.js/, answered("**/flitscope-*.js", { status: 404, body: "" })],
    [plain.url, /answers with a page for flitscope-web-[0-9a-f]+_bg\.wasm/, answered("**/*.wasm", { contentType: "text/html", body: "<!doctype html>" })],
    [plain.url, /the server does not answer.*Reload the page later/, (page) => page.route("**/*.wasm", (route) => route.abort())],
    [plain.url, /this device is offline/, async (page) => { await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false })); await page.route("**/*.wasm", (route) => route.abort()); }],
    [policed.url, /Content-Security-Policy forbids the files of the page\. Its connect-src needs 'self'/],
    [plain.url, /no WebAssembly\./, (page) => page.addInitScript(() => { delete window.WebAssembly; })],
    [plain.url, /SIMD/, async (page) => { await page.addInitScript(() => { WebAssembly.validate = () => false; }); await page.route("**/*.wasm", (route) => route.abort()); }],
  ]) {
    const { page, close } = await blank(browser);
    await prepare(page);
    await page.goto(address);
    const frame = page.frames()[address.startsWith(there.url) ? 1 : 0];
    const reason = await frame.evaluate(() => window.flitscope.ready.then(() => "", ({ message }) => message));
    const said = await frame.locator("#wait-state").innerText();
    assert.match(said, words, address);
    assert.ok(reason.length > 10 && said.includes(reason), `the promise of the handle fails with the same reason: ${reason}`);
    await close();
  }
  // A picture that is missing is no reason.
  const { page, close } = await blank(browser);
  await page.route("**/still.svg", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(plain.url);
  await ready(page);
  await close();
});

test("a tab waits for its texts, and a sentence says so if they do not come", async () => {
  const { page, close } = await open(browser, `${(await serve()).url}#v=2`);
  await page.route("**/texts/*.txt", (route) => route.fulfill({ status: 404, body: "" }));
  await page.locator("#tab-comparison").click();
  await page.locator("#crash").waitFor();
  assert.match(await text(page, "crash"), /^A text of the page could not be loaded\. Try again when the server answers\./);
  await page.unroute("**/texts/*.txt");
  await page.locator("#tab-comparison").click();
  await page.locator("#deviations summary").first().waitFor();
  const words = await page.locator("#deviations").innerText();
  assert.match(words, /Replicated copies counted twice/);
  assert.ok(!(await page.locator("#deviations p").allTextContents()).some((said) => /^(Paper:|Here:)? *$/.test(said)), "no text is missing");
  await close();
});

test("what the reader does after a link is done after it, however long its texts take", async () => {
  const { page, close } = await open(browser, `${(await serve()).url}#v=2&k=4`);
  let answer;
  const held = new Promise((resolve) => { answer = resolve; });
  await page.route("**/lessons/*.txt", (route) => held.then(() => route.continue()));
  const asked = page.waitForRequest("**/lessons/*.txt");
  await page.evaluate(() => { location.hash = "#lesson=distance&step=1"; });
  await asked;
  await page.locator("#present").evaluate((button) => button.click());
  assert.notEqual((await page.evaluate(() => window.flitscope.scenario())).present, "1", "it waits");
  answer();
  const { lesson, present } = await scenario(page);
  assert.deepEqual([lesson, present], ["distance", "1"]);
  await close();
});

test("a frame of the dialog shows the chosen sliders in a page of another origin, and tells its height", async () => {
  const [here, there] = [await serve(), await serve({ from: folder })];
  const { page, complaints, close } = await open(browser, `${here.url}#v=2&vcs=5`);
  await page.locator("#share").click();
  await page.locator("#share-embed").click();
  await page.locator("[data-of='slider=vcs']").click();
  const frame = await value(page, "share-frame");
  for (const width of [320, 800]) {
    const heights = `<!doctype html><html lang="en"><title>A course</title><link rel="icon" href="data:,"><script>window.told = []; onmessage = ({ data }) => window.told.push(data);</script>`;
    writeFileSync(join(folder, "course.html"), heights + frame.replace(/width="\d+"/, `width="${width}"`));
    await page.goto(`${there.url}course.html`);
    const inside = page.frames()[1];
    await inside.evaluate(() => window.flitscope.ready.then(() => window.flitscope.settled()));
    const seen = await inside.evaluate(() => ["load", "vcs", "k"].map((key) => document.getElementById(`control-${key}`).checkVisibility()));
    assert.deepEqual(seen, [true, true, false], `${width}`);
    assert.match(await inside.locator("#scene").innerText(), /V\s=\s5/, `${width}: it keeps its title`);
    assert.ok(await inside.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: nothing overflows`);
    const before = await inside.evaluate(() => window.flitscope.results().point.latency);
    await inside.locator("input[type=range][data-key=vcs]").press("ArrowLeft");
    await inside.waitForFunction((before) => window.flitscope.results().point.latency !== before, before);
    const told = await page.evaluate(() => window.told);
    const height = await inside.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    assert.ok(told.some(({ type, height: said }) => type === "flitscope.height" && Math.abs(said - height) < 60), `${height}: ${JSON.stringify(told)}`);
    assert.ok(told.some(({ subject }) => subject === "lti.frameResize"));
  }
  assert.deepEqual(complaints, []);
  await close();
});

/** The folder of the program, which every native test builds. */
const program = () => ["release", "debug"].map((profile) => join(dist, "..", "target", profile)).find((path) => existsSync(join(path, "flitscope")));

test("a published page has a preview, and Share offers the small page of a scene or a lesson, which opens it", async () => {
  const site = join(folder, "site");
  cpSync(dist, site, { recursive: true });
  mkdirSync(join(site, "scenes"));
  const server = await serve({ from: site });
  writeFileSync(join(site, "index.html"), index(readFileSync(join(dist, "index.html"), "utf8"), server.url));
  const listed = (what) => execFileSync(join(program(), "flitscope"), [what], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
  const [scenes, lessons] = ["presets", "lessons"].map(listed);
  const head = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll("meta[property], meta[name]")].map((meta) => [meta.getAttribute("property") ?? meta.name, meta.content])));
  for (const [{ title, line, link, slug }, step] of [[scenes[0], ""], [lessons[2], "&step=2"]]) {
    writeFileSync(join(site, "scenes", `${slug}.html`), small({ title, line, link, slug }, server.url));
    // In the place of its picture.
    cpSync(join(dist, "icon-192.png"), join(site, "scenes", `${slug}.png`));
    const { page, complaints, close } = await open(browser, `${server.url}#${link}${step}`);
    const { "og:url": url, "og:image": image, "og:image:width": width, "og:image:height": height, "twitter:card": card } = await head(page);
    assert.deepEqual([url, image, width, height, card], [server.url, `${server.url}picture.png`, "1200", "630", "summary_large_image"]);
    await page.locator("#share").click();
    await page.locator("[data-of='form=pictured']").click();
    const address = await value(page, "share-text");
    assert.equal(address, `${server.url}scenes/${slug}.html`);
    const answer = await page.request.get(address);
    const seen = await page.evaluate((text) => {
      const small = new DOMParser().parseFromString(text, "text/html");
      return ["og:title", "og:description", "og:url", "og:image"].map((name) => small.querySelector(`[property="${name}"]`).content);
    }, await answer.text());
    assert.deepEqual(seen, [title, line, address, address.replace(/html$/, "png")]);
    await page.goto(address);
    await page.waitForURL(`${server.url}#${link}`);
    await ready(page);
    assert.deepEqual(complaints, []);
    await close();
  }
  // A scene of the reader's own has no small page, and the page as it is built has none at all.
  for (const address of [`${server.url}#v=2&k=7`, `${(await serve()).url}#${scenes[0].link}`]) {
    const { page, complaints, close } = await open(browser, address);
    await page.locator("#share").click();
    assert.equal(await value(page, "share-text"), page.url());
    assert.equal(await page.locator("[data-of='form=pictured']").count(), 0);
    assert.equal(await visible(page, "share-pictured"), false);
    assert.deepEqual(complaints, []);
    await close();
  }
});

test("the copied lines print the numbers of the screen to the last digit, in a shell and in Python", async () => {
  const server = await serve();
  const env = { ...process.env, PATH: `${program()}:${process.env.PATH}`, PYTHONPATH: folder };
  // The module of the wheel needs pandas, and is compared with the program by `make wheel`: here a module of the same name asks the program.
  writeFileSync(join(folder, "flitscope.py"), `import json, subprocess

class Answer(dict):
    T = property(lambda self: self)
    to_string = dict.__repr__

def solve(scenario, command="solve"):
    run = subprocess.run(["flitscope", command, "-"], input=json.dumps(scenario), capture_output=True, text=True, check=True)
    return Answer(json.loads(run.stdout))

def simulate(scenario):
    return solve(scenario, "simulate")
`);
  const python = spawnSync("python3", ["--version"]).status === 0;
  for (const fragment of ["#v=2&k=4&vcs=5&load=0.007", "#v=2&system=hypercube-slotted&n=4", "#v=2&system=banyan-multicast&n=4&fanout=2"]) {
    const { page, close } = await open(browser, `${server.url}${fragment}&cycles=3000`);
    await page.locator("#simulate").click();
    const { point, simulated } = await results(page);
    await page.locator("#share").click();
    const lines = async (form) => {
      await page.locator(`[data-of='form=${form}']`).click();
      return value(page, "share-text");
    };
    const seen = simulated.find(({ load }) => load === point.load);
    const same = (solved, run, where) => {
      for (const measure of ["latency", "latency_bernoulli", "throughput", "complete_throughput"]) assert.equal(solved.points[0][measure], point[measure], `${fragment}, ${where}: ${measure}`);
      // A list of one is a number on one of the two sides.
      const listed = (value) => (value?.constructor === Object ? Object.fromEntries(Object.entries(value).map(([name, value]) => [name, [value].flat()])) : value);
      for (const key of Object.keys(run).filter((key) => key in seen)) assert.deepEqual(listed(run[key]), listed(seen[key]), `${fragment}, ${where}: ${key}`);
      assert.ok(run.delivered > 0 && "mean_latency" in seen, "there is something to compare");
    };
    const said = execFileSync("sh", ["-c", await lines("command")], { env, encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(said.length, 2);
    same(...said, "a shell");
    // Python prints its own way of writing the same.
    const script = `${await lines("python")}\nimport json\nprint(json.dumps([solved, simulated]))`;
    if (python) same(...JSON.parse(execFileSync("python3", ["-c", script], { env, encoding: "utf8" }).trim().split("\n").at(-1)), "Python");
    await close();
  }
});

test("saved pictures have their scene in them, and open it again", async () => {
  const server = await serve();
  const { page, complaints, close } = await open(browser, `${server.url}#v=2&vcs=5&load=0.007&cycle=700`);
  await page.locator("#stage").focus();
  await page.keyboard.press("End");
  await page.locator("#share").click();
  await page.locator("#share-image").click();
  const saved = async (of) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-of='${of}']`).click()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  };
  const { cycle } = await scenario(page);
  let svg;
  for (const of of ["chart", "figure", "stage"]) {
    svg = await saved(`${of}-svg`);
    const [root, drawn] = await page.evaluate((text) => {
      const picture = new DOMParser().parseFromString(text, "image/svg+xml");
      return [picture.documentElement.localName, picture.querySelectorAll("path, polyline, circle").length];
    }, readFileSync(svg, "utf8"));
    assert.deepEqual([root, drawn > 10], ["svg", true], of);
    assert.equal(readFileSync(await saved(`${of}-png`)).toString("latin1", 1, 4), "PNG");
  }
  const tex = await saved("pgfplots");
  if (spawnSync("kpsewhich", ["pgfplots.sty"]).status === 0) {
    // Alone, and taken in by a document.
    const paper = join(folder, "paper.tex");
    writeFileSync(paper, `\\documentclass{article}\n\\usepackage{pgfplots}\n\\begin{document}\nBefore.\n\n\\input{${tex}}\n\nAfter.\n\\end{document}\n`);
    for (const document of [tex, paper]) execFileSync("pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "-output-directory", folder, document]);
  }
  await page.keyboard.press("Escape");
  await walk(page, "#v=2&system=hypercube-slotted");
  await page.locator("#share").click();
  await page.locator("#share-file").setInputFiles(svg);
  await page.waitForFunction(() => window.flitscope.scenario().vcs === 5);
  const opened = await scenario(page);
  assert.deepEqual([opened.system, opened.load, opened.cycle], ["torus-broadcast", 0.007, cycle]);
  assert.deepEqual(complaints, []);
  await close();
});

test("on paper a scene is light, with its pictures, its link and whole sentences, and no button but their words", async () => {
  const server = await serve();
  for (const fragment of ["#v=2", "#v=2&lesson=end", "#v=2&lesson=more-channels&step=2&answer=2", "#v=2&cycle=700&tab=equations", "#v=2&system=banyan-multicast&n=4&tab=figures", "#v=2&system=kary-ncube&tab=ask", "#v=2&lesson=first&step=1"]) {
    const { page, complaints, close } = await open(browser, server.url + fragment, { viewport: { width: 794, height: 1123 }, colorScheme: "dark" });
    await settled(page);
    const seen = () => page.evaluate(() => {
      const shown = (all) => [...document.querySelectorAll(all)].filter((element) => element.checkVisibility({ visibilityProperty: true })).map(({ id, tagName }) => id || tagName);
      const box = (id) => document.getElementById(id).getBoundingClientRect().height;
      return {
        controls: shown("button:not(.term, .answers *), input:not(.ask *), select:not(.ask *), canvas"),
        words_lost: [...document.querySelectorAll("main :is(.term, .ask select, .ask input, .answers button)")].filter((word) => word.parentElement.checkVisibility() && !word.checkVisibility()).map((word) => word.outerHTML),
        heading: document.getElementById("heading").innerText,
        pictures: [...document.querySelectorAll("#printed figure > svg")].map((svg) => Math.round(svg.getBoundingClientRect().width)).filter(Boolean),
        words: document.getElementById("printed").innerText.replaceAll("\u00a0", " "),
        sentence: box("number") > 20,
        closed: shown("#layers details:not([open])[id]"),
        wide: document.documentElement.scrollWidth,
        theme: document.documentElement.dataset.theme,
      };
    });
    const before = await seen();
    assert.deepEqual([before.theme, before.pictures, before.words], ["dark", [], ""]);
    await page.emulateMedia({ media: "print" });
    // What a browser says before and after; emulation says nothing.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const paper = await seen();
    assert.deepEqual([paper.controls, paper.words_lost, paper.closed, paper.theme], [[], [], [], "light"], fragment);
    // A lesson has its card in the place of the heading.
    if (!fragment.includes("lesson")) assert.equal(paper.heading, before.heading);
    // What is on the screen: a lesson has its own drawing, two networks or a chart.
    assert.equal(paper.pictures.length, /tab=(data|ask|figures)/.test(fragment) ? 3 : fragment.includes("first") ? 0 : 2, fragment);
    if (fragment.includes("first")) assert.ok(await page.locator("#lesson-stage svg").isVisible());
    assert.doesNotMatch(paper.words, /: *[.;]/, fragment);
    assert.ok(paper.pictures.every((width) => width > 300) && (paper.sentence || fragment.includes("lesson")) && paper.wide <= 794, JSON.stringify(paper));
    assert.ok(paper.words.includes(`${server.url}#v=2`) && paper.words.includes(fragment.includes("banyan") ? "f = " : "V = 3"), paper.words);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    assert.deepEqual(await seen(), before);
    assert.deepEqual(complaints, []);
    await close();
  }
});

test("one file from a disk has curve, animation and simulation", async () => {
  const file = join(folder, "flitscope.html");
  execFileSync("node", [join(dist, "..", "tools", "single-file.mjs"), file]);
  const { page, complaints, close } = await open(browser, pathToFileURL(file) + short);
  const { curves } = await results(page);
  assert.ok(curves.every(({ load }) => load.length > 20));
  const before = await text(page, "caption");
  await page.waitForFunction((before) => document.getElementById("caption").innerText !== before, before);
  assert.ok((await simulated(page)) > 3);
  assert.equal(page.workers().length, 2);
  assert.deepEqual(complaints, []);
  await close();
  // In a sandbox as well, which has no origin.
  const there = await serve({ from: folder });
  writeFileSync(join(folder, "framed.html"), '<!doctype html><html lang="en"><title>A course</title><iframe sandbox="allow-scripts" src="flitscope.html"></iframe>');
  const framed = await blank(browser);
  await framed.page.goto(`${there.url}framed.html`);
  await framed.page.frames()[1].evaluate(() => window.flitscope.ready);
  await framed.close();
});
