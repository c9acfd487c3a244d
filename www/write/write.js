// The page on which a lesson is written: its text, its mistakes, and beside them the lesson as a student sees it. The text stays on this device until its author shares it.
import { drafts, kept } from "./drafts.js";
import { LONGEST, bytes, named, number, packed } from "./text.js";

const by = (id) => document.getElementById(id);
const [text, shown, preview] = ["text", "shown", "preview"].map(by);
document.documentElement.dataset.theme = kept("flitscope.theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** Ours to begin with, and the pattern with every kind of question. */
const patterns = fetch("./lessons.json").then((answer) => answer.json());

// The worker answers in order; only the last answer counts.
const worker = new Worker("./reader.js", { type: "module" });
worker.addEventListener("error", () => refuse("The reader of lessons did not come. Open this page from its server, with the files beside it."));
const waiting = new Map();
let count = 0;
const ask = (work, words) => new Promise((done) => {
  waiting.set(++count, done);
  worker.postMessage({ number: count, work, text: words });
});
worker.addEventListener("message", ({ data }) => {
  waiting.get(data.number)(data.answer);
  waiting.delete(data.number);
});

let lesson = "", answered = false, wrong = new Set(), link = "";

const KINDS = [[/^#/, "heading"], [/^<!--/, "claim"], [/^\s*>/, "quote"], [/^\[/, "link"]];
/** Writes the copy below the text, as far as a lesson may go. */
function draw() {
  const lines = text.value.split("\n", 1501).map((words, at) => {
    const line = document.createElement("span");
    line.dataset.line = at + 1;
    line.textContent = words;
    line.className = `${KINDS.find(([kind]) => kind.test(words))?.[1] ?? ""}${wrong.has(at + 1) ? " wrong" : ""}`;
    return line;
  });
  shown.replaceChildren(...lines);
  scroll();
}
const scroll = () => shown.scrollTo(0, text.scrollTop);

/** Moves the cursor to a line. */
function go(line) {
  const start = text.value.split("\n").slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start);
  text.scrollTop = Math.max(0, (shown.children[line - 1]?.offsetTop ?? 0) - 63);
}

/** The heads of the steps above the cursor: the place of the step from 1, and the number of steps. */
function place() {
  const steps = (words) => [...words.matchAll(/^## (?!Runs$)/gm)].length;
  const titles = [...text.value.matchAll(/^## (?!Runs$|Task$)/gm)].length;
  return [Math.max(1, Math.min(steps(text.value.slice(0, text.selectionStart)), titles + 1)), titles];
}

/** The right answer of a step, as a link has it. */
function right(step) {
  const parts = lesson.split(/^(?=S\t)/m)[step] ?? "";
  const [, kind, fields] = parts.match(/^([CND])\t(.*)$/m) ?? [];
  if (kind === "C") return Number(fields.split("\t")[1]) + 1;
  if (kind === "N") return fields.split("\t")[2];
  return kind === "D" ? "304050607080" : 0;
}

/** The address of the page with this lesson. */
const address = (rest) => `${new URL("../", location)}#lesson=own${rest}&text=${link}`;

function see() {
  const [step, steps] = place();
  by("step").textContent = step > steps ? "The end" : `Step ${step} of ${steps}`;
  if (!link) return;
  const answer = answered ? right(step) : 0;
  const next = address(`&step=${step}${answer ? `&answer=${answer}` : ""}`);
  by("large").href = next;
  if (preview.dataset.link === next) return;
  preview.dataset.link = next;
  if (preview.contentWindow.location.href.startsWith("about:")) preview.src = next;
  else preview.contentWindow.location.replace(next);
}

/** The size of the text. */
const size = () => `${(new Blob([text.value]).size / 1000).toFixed(1)} kB`;

/** Writes what was found, each mistake with its line. */
function tell({ packed: read, mistakes, numbers, computed }) {
  wrong = new Set(mistakes.map(({ line }) => line));
  by("mistakes").replaceChildren(...mistakes.map(({ line, what }) => {
    const [item, button, where] = ["li", "button", "b"].map((name) => document.createElement(name));
    where.textContent = `Line ${line}`;
    // The sentence begins with its line.
    button.append(where, what.replace(/^Line \d+[:,] /, ""));
    button.type = "button";
    button.addEventListener("click", () => go(line));
    item.append(button);
    return item;
  }));
  const good = mistakes.length === 0;
  const many = `${mistakes.length}${mistakes.length === 20 ? " or more" : ""} mistake${mistakes.length === 1 ? "" : "s"}`;
  by("state").textContent = good ? (computed ? `No mistakes. All ${numbers} numbers are right.` : "No mistakes. The numbers have not been computed.") : `${many}. The lesson plays without mistakes only.`;
  by("state").className = good ? "good" : "wrong";
  by("fill").hidden = !computed || good;
  by("counts").textContent = `${place()[1]} steps, ${size()}, ${drafts.lasts ? "kept on this device" : "not kept: this browser has no room for site data, or blocks it. Save the file"}`;
  const [, slug] = text.value.match(/^slug: *([a-z0-9-]{2,40})$/m) ?? [];
  by("state").dataset.read = turn;
  by("name").textContent = `lesson-${slug ?? "draft"}.md`;
  if (read) lesson = read;
  draw();
}

/** The text for an address. */
async function linked() {
  const all = new TextEncoder().encode(text.value);
  const words = await packed(all);
  const [length, most] = [words.length, LONGEST].map(number);
  by("link-said").textContent = words.length <= LONGEST ? `${length} characters, the whole lesson is in it.` : `The lesson is too long for a link: ${length} characters, and ${most} are read. Share the file.`;
  for (const id of ["copy", "embed"]) by(id).disabled = words.length > LONGEST;
  return named(words, all);
}

let turn = 0, later;
/** Reads the text; a later text makes an earlier answer void. */
async function read(work = "read") {
  const own = ++turn;
  clearTimeout(later);
  drafts.write(text.value);
  const found = await ask(work, text.value);
  if (own !== turn) return;
  tell(found);
  if (!found.packed) return;
  link = await linked();
  if (own !== turn) return;
  by("file-said").textContent = `${by("name").textContent}, ${size()}. Students drop it on the page.`;
  for (const [id, rest] of [["worksheet", "&paper=worksheet"], ["teacher", "&paper=teacher"], ["present", "&present=1"]]) by(id).href = address(rest);
  see();
}

let writing = false;
/** Writes a text in place of the present one as typing does, so that the browser can undo it. It says each line apart: the copy is drawn once, at the end. */
function write(words) {
  const now = text.value, least = Math.min(now.length, words.length);
  let start = 0, end = 0;
  while (start < least && now[start] === words[start]) start += 1;
  while (end < least - start && now[now.length - 1 - end] === words[words.length - 1 - end]) end += 1;
  const [old, next] = [now, words].map((whole) => whole.slice(start, whole.length - end));
  if (old === next) return;
  text.focus();
  text.setSelectionRange(start, start + old.length);
  writing = true;
  if (!document.execCommand(...(next ? ["insertText", false, next] : ["delete"]))) text.setRangeText(next, start, start + old.length, "end");
  writing = false;
  draw();
}

/** Takes another text in place of the present one, which stays within reach. */
async function take(words) {
  const aside = text.value.trim() && text.value !== words && !Object.values(await patterns).includes(text.value);
  if (aside) drafts.putAside(text.value);
  write(words);
  by("aside").hidden = !aside;
  text.setSelectionRange(0, 0);
  text.scrollTop = 0;
  lesson = link = "";
  listed();
  return read();
}

/** Lists the texts that were put aside. */
function listed() {
  const options = drafts.others().map(({ name, slug, time }) => new Option(`${slug}, ${new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}`, name));
  by("earlier").replaceChildren(...options);
  by("earlier").hidden = !options.length;
}

/** Says in one sentence why a file was not opened. */
function refuse(sentence) {
  by("state").textContent = sentence;
  by("state").className = "wrong";
}

async function open(file) {
  try {
    const all = await bytes(file);
    // A lesson begins with a hyphen, so its first two bytes tell UTF-16 without a mark.
    const [one, two] = all;
    const unit = (one === 255 && two === 254) || (one === 45 && two === 0) ? "utf-16le" : (one === 254 && two === 255) || (one === 0 && two === 45) ? "utf-16be" : "utf-8";
    const words = new TextDecoder(unit, { fatal: true }).decode(all);
    if (words.includes("\0")) throw new Error();
    await take(words.replaceAll("\r\n", "\n"));
  } catch (error) {
    refuse(error.told ?? (error.name === "TypeError" ? "This text is not in UTF-8. Save it as UTF-8." : "This is no text file."));
  }
}

new ResizeObserver(([{ contentRect }]) => by("laptop").style.setProperty("--scale", Math.min(1, contentRect.width / 1280))).observe(by("laptop"));
text.addEventListener("input", () => {
  if (writing) return;
  draw();
  clearTimeout(later);
  later = setTimeout(read, 300);
});
// What was typed last is kept, too.
addEventListener("pagehide", () => text.value && drafts.write(text.value));
text.addEventListener("scroll", scroll);
document.addEventListener("selectionchange", () => document.activeElement === text && see());
// A link of the page becomes the scene that it names.
text.addEventListener("paste", (event) => {
  const words = event.clipboardData.getData("text/plain").trim();
  const [, fragment] = words.match(/^https?:\/\/\S*#(\S*\bsystem=\S*)$/) ?? [];
  if (!fragment) return;
  event.preventDefault();
  const reader = /^(v|lesson|step|answer|done|paper|embed|present|tab|text)=/;
  const scene = fragment.split("&").filter((pair) => !reader.test(pair)).join("&");
  write(text.value.slice(0, text.selectionStart) + scene + text.value.slice(text.selectionEnd));
  read();
});
by("open").addEventListener("change", ({ target }) => {
  if (target.files[0]) open(target.files[0]);
  target.value = "";
});
by("new").addEventListener("change", async ({ target }) => {
  const words = (await patterns)[target.value] ?? drafts.read(target.value);
  target.value = "";
  if (words) await take(words);
});
by("back").addEventListener("click", () => take(drafts.read(drafts.others()[0].name)));
by("compute").addEventListener("click", () => {
  by("state").textContent = "The numbers are being computed.";
  by("state").className = "";
  read("check");
});
// Both write into the text, unless it has been changed meanwhile.
for (const work of ["fill", "record"]) by(work).addEventListener("click", async () => {
  by("fill").hidden = true;
  by("state").textContent = work === "fill" ? "The numbers are being computed." : "The runs are being recorded. It may take minutes.";
  by("state").className = "";
  const before = text.value;
  const after = await ask(work, before);
  if (text.value === before) write(after);
  await read("check");
});
for (const id of ["asked", "answered"]) by(id).addEventListener("click", () => {
  answered = id === "answered";
  by("asked").ariaPressed = String(!answered);
  by("answered").ariaPressed = String(answered);
  see();
});
by("save").addEventListener("click", () => {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text.value], { type: "text/markdown" }));
  anchor.download = by("name").textContent;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
});
/** Copies words, without a clipboard from a field that stays where the browser refuses. */
async function copy(words) {
  const field = by("copied");
  const done = await navigator.clipboard?.writeText(words).then(() => true, () => false);
  field.value = words;
  field.hidden = Boolean(done);
  field.select();
  field.hidden ||= document.execCommand("copy");
  by("share-state").textContent = field.hidden ? "Copied." : "The browser did not copy it. Copy the marked text.";
}
by("copy").addEventListener("click", () => copy(address("")));
by("embed").addEventListener("click", () => copy(`<iframe src="${address("&embed=1").replaceAll("&", "&amp;")}" width="100%" height="640" title="A lesson of Flitscope"></iframe>`));
const drops = (on) => document.body.classList.toggle("drops", on);
addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  drops(true);
});
addEventListener("dragleave", () => drops(false));
addEventListener("drop", (event) => {
  drops(false);
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  open(event.dataTransfer.files[0]);
});

patterns.then((all) => {
  for (const [slug, words] of Object.entries(all)) {
    const option = document.createElement("option");
    option.value = slug;
    option.textContent = slug === "template" ? "our pattern" : `a copy of “${words.match(/^title: (.*)$/m)[1]}”`;
    by("earlier").before(option);
  }
  text.value = drafts.begin() || all.template;
  draw();
  listed();
  return read();
}).catch(() => refuse("The patterns of lessons did not come. Open this page from its server, with the files beside it."));
