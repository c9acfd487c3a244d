// The guide: `node tools/guide.mjs FOLDER` makes a page of each chapter in docs/guide. The build calls it for dist/guide.
// A paragraph that is a picture with a link of the page as its title becomes a figure: the picture until it is pressed, then the page itself in a frame.
// Comments are left out. Those of the form <!-- 68.6 = solve("…").latency --> are the numbers of the paragraph above them, which tests/all/claims.rs computes.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "./published.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const source = join(root, "docs", "guide");
/** The size of a figure in a chapter, CSS pixels. */
export const size = { width: 720, height: 440 };
const MATH = /^\$\$([^]+?)\$\$|^\$([^\s$](?:[^$\n]*[^\s$])?)\$(?!\d)/;

/** The names of the files in the order of reading, without their extension. The first one is the contents. */
export const files = () => ["index", ...readdirSync(source).filter((name) => /^\d-.*\.md$/.test(name)).map((name) => name.slice(0, -3)).sort(), "teaching", "writing"];
/** The name of a chapter's page. */
export const pageOf = (name) => `${name.replace(/^\d-/, "")}.html`;
/** A figure shows part of the page; its scene opens whole. */
const whole = (link) => link.split("&").filter((pair) => !/^(embed|sliders)=/.test(pair)).join("&");

/** Markdown with figures and equations. `figures` collects the figures of a chapter as { name, link }. */
function markdown(figures, number) {
  // Asked for here: `make serve` has both in .tools.
  const require = createRequire(join(root, ".tools", "node_modules", "index.js"));
  const [MarkdownIt, temml] = [require("markdown-it"), require("temml")];
  const md = new (MarkdownIt.default ?? MarkdownIt)({ html: true });
  md.inline.ruler.before("escape", "math", (state, silent) => {
    const [all, display, inline] = MATH.exec(state.src.slice(state.pos)) ?? [];
    if (!all) return false;
    if (!silent) {
      // The policy of a chapter allows no style in the page.
      const mathml = temml.renderToString(display ?? inline, { displayMode: display !== undefined, throwOnError: true }).replace(/ (style|class)="[^"]*"/g, "");
      state.push("html_inline", "", 0).content = mathml;
    }
    state.pos += all.length;
    return true;
  });
  md.core.ruler.push("figures", ({ tokens }) => {
    tokens.forEach((token, place) => {
      const [image, ...more] = token.children ?? [];
      if (image?.type !== "image" || more.length > 0) return;
      const [link, name] = [image.attrGet("title"), image.attrGet("src").replace(/^pictures\/(.*)\.webp$/, "$1")];
      figures.push({ name, link });
      const label = `Figure ${number}.${figures.length}`;
      const caption = md.renderer.renderInline(image.children, md.options, {});
      tokens[place - 1].hidden = tokens[place + 1].hidden = true;
      const html = `<figure><a class="live" href="../#${text(whole(link))}" data-live="../#${text(link)}"><picture><source srcset="pictures/${name}-dark.webp" media="screen and (prefers-color-scheme: dark)"><img src="pictures/${name}.webp" width="${size.width}" height="${size.height}" alt=""></picture><span class="press">Run ${label}</span></a>
<figcaption><b>${label}.</b> ${caption} <a href="../#${text(whole(link))}">Open in Flitscope</a></figcaption></figure>\n`;
      token.children = [Object.assign(new image.constructor("html_inline", "", 0), { content: html })];
    });
  });
  const attributes = md.renderer.rules.link_open ?? ((tokens, at, options, _, self) => self.renderToken(tokens, at, options));
  md.renderer.rules.link_open = (tokens, at, ...rest) => {
    const href = tokens[at].attrGet("href");
    const chapter = /^([a-z0-9-]+)\.md(#.*)?$/.exec(href);
    if (chapter) tokens[at].attrSet("href", pageOf(chapter[1]) + (chapter[2] ?? ""));
    return attributes(tokens, at, ...rest);
  };
  return md;
}

/** A chapter: its title, its text as HTML and its figures. */
export function chapter(name) {
  const raw = readFileSync(join(source, `${name}.md`), "utf8");
  const figures = [];
  const html = markdown(figures, /^\d/.exec(name)?.[0] ?? "").render(raw.replace(/^```[^]*?^```|<!--[^]*?-->\n?/gm, (part) => (part.startsWith("<") ? "" : part)));
  return { name, raw, title: /^# (.*)$/m.exec(raw)[1], html, figures };
}

/** The page of a chapter, with the way to the others. */
function page({ name, title, html }, all) {
  const at = all.findIndex((other) => other.name === name);
  const [before, after] = [all[at - 1], all[at + 1]].map((other) => other && `<a href="${pageOf(other.name)}">${text(other.title)}</a>`);
  const item = (other) => `<li><a href="${pageOf(other.name)}"${other.name === name ? ' aria-current="page"' : ""}>${text(other.title)}</a></li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'">
<title>${text(title)} · Flitscope</title>
<link rel="icon" href="../icon-192.png">
<link rel="stylesheet" href="guide.css">
<script src="guide.js" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header><a class="home" href="../">Flitscope</a><details><summary>Chapters</summary><nav aria-label="Chapters"><ol>${all.map(item).join("")}</ol></nav></details></header>
<main id="text">
${html}</main>
<footer><nav aria-label="Next and previous">${before ? `<span>Before: ${before}</span>` : ""}${after ? `<span>Next: ${after}</span>` : ""}</nav></footer>
</body>
</html>
`;
}

/** Writes the guide into a folder. */
export function build(folder) {
  const all = files().map(chapter);
  mkdirSync(folder, { recursive: true });
  for (const one of all) {
    const missing = one.figures.find(({ name }) => !existsSync(join(source, "pictures", `${name}.webp`)));
    if (missing) console.warn(`docs/guide/pictures/${missing.name}.webp is missing; make guide-pictures takes it`);
    writeFileSync(join(folder, pageOf(one.name)), page(one, all));
  }
  for (const name of ["guide.css", "guide.js", "pictures"]) cpSync(join(source, name), join(folder, name), { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build(resolve(process.argv[2]));
