// The gallery, the vote of a class, and a lecturer's own lesson: written, opened from a file and from a link, printed, voted on, embedded.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, deflateSync } from "node:zlib";
import { COLOURS, attribute, blank, dist, focused, phone, ready, scenario, settled, text, violations, visible, walk } from "./browser.mjs";
import { browser, load, pages } from "./pages.mjs";

const page = pages();
const own = readFileSync(join(dist, "..", "examples", "lesson.md"), "utf8");
const packed = (words) => deflateRawSync(Buffer.from(words), { level: 9 }).toString("base64url");

/** The violations that axe reports in light, in dark and where the system forces its colours. */
const complaints = async (page) => {
  const found = [];
  for (const [colorScheme, forcedColors, rules] of [["light", "none"], ["dark", "none", COLOURS], ["light", "active", COLOURS]]) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found.push(...(await violations(page, rules)));
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  return found;
};
/** True if nothing of an element is cut off. */
const whole = (page, selector) => page.locator(selector).evaluate((part) => part.scrollWidth <= part.clientWidth + 1 && part.scrollHeight <= part.clientHeight + 1);
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const slugs = readdirSync(join(dist, "..", "lessons")).filter((name) => name.endsWith(".md"));

page("the gallery has a tab for lessons, figures and scenes; it is searched by typing and opened by keyboard", "", async (page) => {
  await page.locator("#lessons").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await focused(page), "gallery-words");
  assert.ok(!(await visible(page, "gallery-figures")) && !(await visible(page, "gallery-write")));
  await page.locator("#gallery-tab-lessons").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(page), "gallery-tab-figures");
  assert.ok(await visible(page, "gallery-figures") && !(await visible(page, "gallery-lessons")));
  await page.locator("#gallery-of-banyan-multicast").click();
  assert.equal(await page.locator("#gallery-figures section:visible").count(), 1);
  await page.locator("#gallery-words").focus();
  for (const [words, first] of [["deadlock", "deadlock"], ["store and forward", "distance"], ["flow control", "where-it-waits"]]) {
    await page.locator("#gallery-words").fill(words);
    await settled(page);
    assert.equal(await page.locator("#gallery .path [data-do=lesson]:visible").first().getAttribute("data-of"), first, words);
  }
  await page.locator("#gallery-words").fill("");
  await page.keyboard.type("three packets refute");
  await settled(page);
  assert.match(await text(page, "gallery-count"), new RegExp(`^0 of ${slugs.length} lessons, 1 of \\d+ scenes\\.$`));
  assert.equal(await page.locator("#gallery [data-do=scene]:visible").count(), 1);
  await page.locator("#gallery [data-do=scene]:visible").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal((await scenario(page)).packets, "three");
});

page("axe finds nothing in the gallery, nothing is cut off, and a phone has a path of a line for each lesson", "", async (page) => {
  await page.locator("#lessons").click();
  await settled(page);
  for (const viewport of [{ width: 1366, height: 768 }, { width: 1280, height: 720 }, phone, { width: 320, height: 700 }]) {
    await page.setViewportSize(viewport);
    for (const tab of ["lessons", "figures", "scenes"]) {
      await page.locator(`#gallery-tab-${tab}`).click();
      assert.deepEqual(await complaints(page), [], `${tab} at ${viewport.width}`);
      const inside = await page.locator("#gallery").evaluate((dialog) => [dialog, ...dialog.querySelectorAll("[role=tabpanel]")].every((part) => part.scrollWidth <= part.clientWidth + 1));
      assert.ok(inside, `${tab} overflows at ${viewport.width}`);
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator("#gallery-tab-lessons").click();
  assert.ok(await whole(page, "#gallery-lessons"), "all lessons are in sight");
  await page.locator("#gallery-teach").click();
  assert.ok(await visible(page, "gallery-write") && (await page.locator("#gallery .path [data-do=paper]:visible").count()) === 2 * slugs.length);
  assert.deepEqual(await complaints(page), []);
  assert.match(await text(page, "card-0"), /\d min\. .{40,}/);
  await page.locator("#gallery-topic-routing").click();
  await page.locator("#gallery-level-introductory").click();
  await settled(page);
  const chosen = await page.locator("#gallery .path li:visible").count();
  assert.ok(chosen > 0 && chosen < 10, `${chosen} introductory lessons on routing`);
  await page.setViewportSize(phone);
  assert.deepEqual(await complaints(page), []);
  assert.ok(await page.locator("#gallery").evaluate((dialog) => [dialog, ...dialog.querySelectorAll("[role=tabpanel]")].every((part) => part.scrollWidth <= part.clientWidth + 1)));
  await page.locator("#gallery-teach").click();
  const heights = await page.locator("#gallery .path li").evaluateAll((all) => all.map((item) => item.offsetHeight));
  assert.ok(heights.length === slugs.length && heights.every((height) => height >= 44 && height <= 64), `${heights}`);
});

page("a class votes twice by keys, and the network answers; both votes are saved", "#lesson=four-in-a-hundred&step=3&present=1", async (page) => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 1366, height: 768 }]) {
    await page.setViewportSize(viewport);
    await settled(page);
    assert.ok(await whole(page, "#vote"), `${viewport.width}`);
    assert.ok(await page.locator("#vote li, #vote footer button").evaluateAll((all) => all.every((part) => part.getBoundingClientRect().bottom <= innerHeight && parseFloat(getComputedStyle(part).fontSize) >= 16)));
  }
  await page.keyboard.type("14b11c7");
  assert.deepEqual(await page.locator("#vote .count").allInnerTexts(), ["14", "11", "7"]);
  assert.equal(await page.locator("#vote .hands").count(), 0);
  assert.deepEqual(await complaints(page), []);
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#vote .clock").innerHTML(), /2:00/);
  await page.waitForFunction(() => document.querySelector("#vote .clock").textContent.includes("1:5"));
  assert.deepEqual(await complaints(page), []);
  await page.keyboard.press("+");
  await page.waitForFunction(() => document.querySelector("#vote .clock").textContent.includes("2:5"));
  await page.keyboard.press("Enter");
  await page.keyboard.type("3b6c23");
  assert.deepEqual(await complaints(page), []);
  await page.keyboard.press("Enter");
  await settled(page);
  assert.ok(await page.locator("#vote .right").innerText().then((words) => words.includes("more than half")));
  assert.equal((await scenario(page)).answer, 3);
  assert.ok(await whole(page, "#vote"));
  assert.deepEqual(await complaints(page), []);
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("s")]);
  assert.equal(file.suggestedFilename(), "vote-four-in-a-hundred-3.csv");
  assert.match(readFileSync(await file.path(), "utf8"), /\nC,"more than half",7,23,yes\n$/);
  await page.keyboard.press("Enter");
  await settled(page);
  assert.ok(!(await visible(page, "vote")), "the task is no question");
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal((await scenario(page)).present, "0");
});

page("hands are counted by finger, also on a phone; Escape leaves", "#lesson=distance&present=1", async (page, { context }) => {
  await settled(page);
  const touch = await context.newCDPSession(page);
  /** A real touch, which browsers follow with a click. */
  const tap = async (selector) => {
    const part = page.locator(selector);
    await part.scrollIntoViewIfNeeded();
    const box = await part.boundingBox();
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await settled(page);
  };
  await tap("#vote-C");
  await tap("#vote-C");
  await tap("#vote-A");
  await tap("#vote-less-C");
  assert.deepEqual(await page.locator("#vote .count").allInnerTexts(), ["1", "", "1"]);
  assert.ok((await wide(page)) <= 0, "nothing overflows");
  assert.deepEqual(await complaints(page), []);
  await tap("#vote-do-next");
  assert.match(await text(page, "vote"), /Convince your neighbour/);
  await tap("#vote-do-next");
  await tap("#vote-do-next");
  await settled(page);
  assert.equal((await scenario(page)).answer, 3);
  await tap("#vote-do-leave");
  await settled(page);
  assert.ok(!(await visible(page, "vote")));
}, { viewport: phone });

/** Writes a text on the page for that, and waits for its mistakes. */
const write = async (page, words) => {
  const before = await attribute(page, "state", "data-read");
  await page.locator("#text").fill(words);
  await page.waitForFunction((before) => document.getElementById("state").dataset.read !== before, before);
};

page("a lesson is written beside what a student sees of it; mistakes have a line; it is computed, saved and shared as a link", "", async (page) => {
  await page.goto(new URL("write/", page.url()).href);
  await page.waitForFunction(() => document.getElementById("state").className === "good");
  const preview = page.frameLocator("#preview");
  await preview.locator("#lesson-title").waitFor();
  assert.deepEqual(await complaints(page), []);
  await write(page, own.replace("minutes", "minuts").replace("- [x] 69", "- [ ] 69"));
  const mistakes = await page.locator("#mistakes li").allInnerTexts();
  assert.match(mistakes.join("\n"), /Line 5\s+"minuts" is no key of a lesson\. Did you mean minutes\?/);
  assert.match(mistakes.join("\n"), /No option is marked as right/);
  await page.locator("#mistakes button").first().click();
  assert.equal(await page.locator("#text").evaluate((area) => area.value.slice(0, area.selectionStart).split("\n").length), 5);
  assert.equal(await page.locator("#shown .wrong").first().getAttribute("data-line"), "5");
  assert.deepEqual(await complaints(page), []);
  // A long line is wrapped, in the text and in its numbered copy alike.
  await write(page, own.replace("## Twice", `${"A word and another one. ".repeat(40)}\n\n## Twice`));
  const high = (id) => page.locator(`#${id}`).evaluate((part) => [part.scrollHeight, part.clientWidth, part.scrollWidth]);
  const [tall, across, needed] = await high("text");
  assert.deepEqual([(await high("shown"))[0], needed], [tall, across]);
  assert.ok(await page.locator("#shown span").evaluateAll((lines) => lines.some((line) => line.offsetHeight > 100)));
  // The lesson beside it is as wide as on a laptop, and the cursor stays in the text.
  assert.deepEqual(await page.locator("#preview").evaluate((frame) => [frame.contentWindow.innerWidth, document.activeElement.id]), [1280, "text"]);
  await write(page, own);
  await page.locator("#compute").click();
  await page.waitForFunction(() => /All \d+ numbers are right/.test(document.getElementById("state").textContent), null, { timeout: 60_000 });
  // The step of the cursor is seen, asked or answered.
  await page.locator("#text").evaluate((area) => { const at = area.value.indexOf("## Twice as long") + 20; area.focus(); area.setSelectionRange(at, at); });
  await preview.locator("#answer-2").waitFor();
  await page.locator("#answered").click();
  await preview.locator("#lesson-reveal:visible").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#share").click().then(() => page.locator("#save").click())]);
  assert.deepEqual([file.suggestedFilename(), readFileSync(await file.path(), "utf8")], ["lesson-short-and-long.md", own]);
  await page.locator("#copy").click();
  await page.waitForFunction(() => document.getElementById("share-state").textContent === "Copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.length < 8_192 + 100, `${link.length} characters`);
  await page.goto(link);
  await ready(page);
  await settled(page);
  assert.equal(await text(page, "lesson-title"), "Short and long messages");
  for (const viewport of [{ width: 1366, height: 768 }, phone]) {
    await page.goto("about:blank");
    await page.setViewportSize(viewport);
    await page.goto(new URL("write/", link).href);
    await page.waitForFunction(() => document.getElementById("state").className === "good");
    assert.ok((await wide(page)) <= 0);
    assert.deepEqual(await complaints(page), []);
  }
});

page("what is written into the text is undone and done again, a replaced text comes back, and tabs and reloads lose nothing", "", async (page) => {
  const at = new URL("write/", page.url()).href;
  const said = (tab, words) => tab.waitForFunction((words) => new RegExp(words).test(document.getElementById("state").textContent), words, { timeout: 60_000 });
  const opened = async (tab) => {
    await tab.goto(at);
    await said(tab, "mistake");
  };
  const has = (words, tab = page) => tab.waitForFunction((words) => document.getElementById("text").value === words, words);
  await opened(page);
  // The computed numbers: the answer of their check stays, and one step back is the text before.
  const wrong = own.replace("title: ", "title: My ").replaceAll(/\b69\b/g, "68");
  await write(page, wrong);
  await page.locator("#compute").click();
  await page.locator("#fill").click();
  await said(page, "All \\d+ numbers");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
  assert.match(await text(page, "state"), /All \d+ numbers are right/);
  const filled = await page.locator("#text").inputValue();
  await page.locator("#text").press("Control+z");
  await has(wrong);
  await page.locator("#text").press("Control+Shift+z");
  await has(filled);
  // Another text, of many lines: it is drawn once, and the one before is within reach.
  const many = `${"A line.\n".repeat(1400)}`;
  await page.evaluate(() => {
    window.drawn = 0;
    new MutationObserver(() => { window.drawn += 1; }).observe(document.getElementById("shown"), { childList: true });
  });
  await page.locator("#open").setInputFiles({ name: "many.md", mimeType: "text/markdown", buffer: Buffer.from(many) });
  await has(many);
  assert.ok((await page.evaluate(() => window.drawn)) < 5);
  await page.locator("#text").press("Control+z");
  await has(filled);
  await page.locator("#text").press("Control+Shift+z");
  await has(many);
  await page.locator("#back").click();
  await has(filled);
  // What was typed just before a reload is there, and a second tab has a text of its own.
  const second = await page.context().newPage();
  await opened(second);
  await has(filled, second);
  for (const [tab, sign] of [[page, "1"], [second, "2"]]) {
    await tab.locator("#text").press("Control+Home");
    await tab.keyboard.type(sign);
    await tab.reload();
  }
  await has(`1${filled}`);
  await has(`2${filled}`, second);
  await second.close();
  // Of many texts the latest ten stay.
  const stay = await page.evaluate(async () => {
    const { drafts } = await import(document.querySelector("script[src*=write]").src.replace(/write(?=[^/]*$)/, "drafts"));
    for (let text = 1; text <= 13; text += 1) {
      drafts.putAside(`text ${text}`);
      // Each has a time of its own.
      await new Promise((done) => setTimeout(done, 5));
    }
    return drafts.others().map(({ text }) => text);
  });
  assert.equal(stay.length, 10);
  assert.ok(stay.includes("text 13") && !stay.includes("text 2"), stay.join());
});

page("without site data and over plain http the page of lessons reads, says that nothing is kept, and copies", "", async (shared) => {
  const { page, close } = await blank(browser);
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  });
  await page.goto(new URL("write/", shared.url()).href);
  await page.waitForFunction(() => document.getElementById("state").className === "good");
  assert.match(await text(page, "counts"), /not kept: this browser has no room for site data, or blocks it/);
  await page.locator("#share").click();
  for (const id of ["copy", "embed"]) {
    await page.locator(`#${id}`).click();
    assert.equal(await text(page, "share-state"), "Copied.");
  }
  await close();
});

page("a dropped file opens as what it is, and one that is nothing of that is named", "#v=2&system=kary-ncube&k=4&n=2", async (page) => {
  const drop = (name, words) => page.evaluate(([name, words]) => {
    const data = new DataTransfer();
    data.items.add(new File([words], name));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, [name, words]);
  const table = [...Array(16)].map((_, node) => `${node} ${(node + 1) % 16} 0.001`).join("\n");
  await drop("rates.txt", table);
  await page.waitForFunction(() => window.flitscope.scenario().pattern === "table");
  await drop("a.svg", '<svg><metadata id="flitscope">https://x/#v=2&amp;k=6</metadata></svg>');
  await page.waitForFunction(() => window.flitscope.scenario().k === 6);
  await drop("other.svg", "<svg></svg>");
  await page.waitForFunction(() => document.getElementById("share-state").checkVisibility() && document.getElementById("share-state").textContent.startsWith("This file has no scene"));
  await page.keyboard.press("Escape");
  // A system without such traffic.
  await walk(page, "#v=2&system=hypercube-slotted");
  await drop("rates.txt", table);
  await page.waitForFunction(() => document.getElementById("notices").checkVisibility() && /rates|table/.test(document.getElementById("notices").textContent));
  assert.equal(await visible(page, "crash"), false);
  await drop("lesson.txt", own);
  await page.waitForFunction(() => document.getElementById("lesson-title").textContent === "Short and long messages");
});

page("a lesson of one's own is opened from a link and a file, played, presented, printed and embedded", `#text=${packed(own)}`, async (page) => {
  await settled(page);
  assert.equal(await text(page, "lesson-title"), "Short and long messages");
  assert.match(await text(page, "lesson-step"), /from a file, by An example/);
  await page.locator("#lesson-next").click();
  await settled(page);
  await page.locator("#answer-2").click();
  await settled(page);
  assert.ok(await visible(page, "lesson-reveal"));
  await page.waitForFunction(() => location.hash.includes("answer=2"));
  assert.ok(page.url().includes("text="), "the address keeps it");
  await load(page, new URL(page.url()).hash);
  assert.match(await text(page, "lesson-reveal"), /one cycle more/);
  await walk(page, `#lesson=own&step=3&present=1&text=${packed(own)}`);
  assert.ok(await visible(page, "vote") && (await page.locator("#vote li").count()) >= 2);
  await walk(page, `#lesson=own&paper=worksheet&text=${packed(own)}`);
  assert.equal(await text(page, "paper-title"), "Worksheet: Short and long messages");
  assert.ok((await page.locator("#paper .link + svg, #paper svg").count()) > 3, "with codes");
  assert.deepEqual(await complaints(page), []);
  await walk(page, `#lesson=own&step=2&embed=1&text=${packed(own)}`);
  assert.ok(await visible(page, "lesson-question"));
  assert.match(await attribute(page, "full", "href"), /lesson=own.*text=/);
  // As mail and chats hand it on.
  const sent = `lesson=own&step=2&text=${deflateSync(Buffer.from(own)).toString("base64url")}`;
  for (const link of [`${sent}.`, `${sent})`, sent.replaceAll("&", "&amp;"), sent.replaceAll("=", "=3D").replace(/.{76}/g, "$&=%0A"), encodeURIComponent(`<${sent}>`)]) {
    await load(page, `#${link}`);
    assert.equal(await text(page, "lesson-title"), "Short and long messages", link.slice(0, 60));
  }
  // Another one by dropping its file: it begins anew.
  await walk(page, "#v=2");
  const other = own.replace("title: Short and long messages", "title: Dropped");
  await page.evaluate((words) => {
    const data = new DataTransfer();
    data.items.add(new File([words], "any.md"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, other);
  await page.waitForFunction(() => document.getElementById("lesson-title").textContent === "Dropped");
  // And by choosing it, here one too long for a link: it stays in this tab.
  let seed = 1;
  const letter = () => "abcdefghijklmnopqrstuvwxyz"[(seed = (seed * 1103515245 + 12345) % 2147483648) % 26];
  const rows = [...Array(380)].map(() => `More: ${[...Array(40)].map(letter).join("")}.`);
  const long = own.replace("title: Short and long messages", "title: Long").replace("one cycle more; the hops are as many as before.\n", `one cycle more; the hops are as many as before.\n\n${rows.join("\n\n")}\n`);
  await page.locator("#lessons").click();
  await page.locator("#lesson-file").setInputFiles({ name: "long.md", mimeType: "text/markdown", buffer: Buffer.from(long) });
  await page.waitForFunction(() => document.getElementById("lesson-title").textContent === "Long");
  await page.waitForFunction(() => /text=~[0-9a-f]{16}/.test(location.hash));
  await page.reload();
  await ready(page);
  assert.equal(await text(page, "lesson-title"), "Long");
});

page("a file or a link that is no lesson gets a sentence, and the page stays as it is", "#v=2&k=4", async (page) => {
  const told = async (fragment) => {
    await page.evaluate((fragment) => { location.hash = fragment; }, fragment);
    await page.waitForFunction(() => !document.getElementById("crash").hidden);
    const said = await text(page, "crash");
    await page.evaluate(() => { document.getElementById("crash").hidden = true; });
    return said;
  };
  // With a sum, as links are written now, a changed sign is no mistake of the author.
  const summed = deflateSync(Buffer.from(own)).toString("base64url");
  const lost = [...summed].with(500, summed[500] === "A" ? "B" : "A").join("");
  for (const text of ["abc", packed(own).slice(0, 700), summed.slice(0, 700), lost, `${summed}abcd`]) assert.match(await told(`#text=${text}`), /is not whole: signs of it were lost, added or changed/);
  assert.match(await told("#lesson=own&step=2"), /has lost the text of its lesson/);
  assert.match(await told(`#text=${"A".repeat(9_000)}`), /9000 characters/);
  assert.match(await told(`#text=${packed("a".repeat(70_000))}`), /at most 64 kB/, "no bomb");
  assert.match(await told(`#text=${packed(own.replace("minutes", "minuts"))}`), /Line 5: "minuts" is no key of a lesson/);
  assert.match(await told(`#text=${packed(own.replace("is idle", "is <b onclick=x>idle"))}`), /is HTML, and a lesson has none/);
  assert.equal(await page.locator("[onclick]").count(), 0);
  const drop = async (bytes) => {
    await page.evaluate((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([typeof bytes === "number" ? new Uint8Array(bytes) : bytes], "x.md"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }, bytes);
    await page.waitForFunction(() => !document.getElementById("crash").hidden);
    const said = await text(page, "crash");
    await page.evaluate(() => { document.getElementById("crash").hidden = true; });
    return said;
  };
  assert.match(await drop(10_000_000), /This file has 10\.0 MB\. A lesson has at most 64 kB\./);
  assert.match(await drop("## S\n".repeat(10_000)), /at most 1500 lines/);
  assert.match(await drop(own.replace("[Asked](#idle&cycle=300)", "[Asked](https://example.org)")), /A link may only name a scene/);
  assert.equal((await scenario(page)).k, 4);
});
