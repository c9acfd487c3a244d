// The built page as one file that opens from a disk, without a server: `node tools/single-file.mjs FILE`.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { gzipSync } from "node:zlib";
import { dist } from "./serve.mjs";

const read = (name, encoding) => readFileSync(join(dist, name), encoding);
const named = (pattern) => readdirSync(dist).find((name) => pattern.test(name)) ?? (() => { throw new Error(`dist/ has no ${pattern}`); })();
const data = (type, name) => `data:${type};base64,${read(name, "base64")}`;
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** As text of a script: nothing in it ends the script. */
const literal = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

const boot = read(named(/^boot-.*\.js$/), "utf8");
const styles = [/^style-.*\.css$/, /^screen-.*\.css$/].map((pattern) => read(named(pattern), "utf8")).join("\n");
const style = styles.replaceAll(/url\(["']?([a-z-]+\.woff2)["']?\)/g, (_, font) => `url(${data("font/woff2", font)})`);
const glue = read(named(/^flitscope-web-.*\.js$/), "utf8");
// A worker of a page on a disk may not import: the script of the module stands in it.
const plain = (glue) => glue.replaceAll(/^export (?=function|class)/gm, "").replaceAll(/^export \{[^}]*\};?$/gm, "").replaceAll("import.meta.url", "self.location.href");
const worker = plain(glue) + read("worker.js", "utf8").replace(/\n[^\n]*await import[^\n]*\n/, "\n");
const modular = worker.match(/^\s*(import|export)\b.*|await import.*/m);
if (modular) throw new Error(`the worker still has "${modular[0]}"`);
// The file contains all that a server sends by name: the modules compressed, the scripts as text.
const start = `(async () => {
  const file = (...texts) => URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
  self.__flitscope_unpacked = (text) => {
    const packed = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    return unpacked.then((bytes) => WebAssembly.compile(bytes));
  };
  const glue = file(${literal(glue)});
  const work = file(${literal(worker)});
  // A page on a disk has no folder beside it to take the worker from.
  window.Worker = class extends Worker { constructor() { super(work); } };
  window.__flitscope_run(import(glue), () => self.__flitscope_unpacked(document.getElementById("module").textContent));
})();`;
const packed = gzipSync(read(named(/\.wasm$/)), { level: 9 }).toString("base64");
const policy = `default-src 'none'; script-src ${hash(boot)} ${hash(start)} blob: 'wasm-unsafe-eval'; worker-src blob:; style-src ${hash(style)}; img-src data: blob:; font-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'`;

const page = read("index.html", "utf8")
  .replace(/(http-equiv="Content-Security-Policy" content=")[^"]*/, (_, begin) => begin + policy)
  .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
  .replaceAll(/<link rel="stylesheet"[^>]*>/g, "")
  .replace(/<script src="\.\/boot-[^>]*><\/script>/, () => `<script>${boot}</script>`)
  .replace(/<script [^>]*offline-[^>]*><\/script>/, "")
  .replaceAll(/<link rel="(modulepreload|preload|manifest|apple-touch-icon)"[^>]*>/g, "")
  .replace(/(<link rel="icon"[^>]*href=")[^"]*/, (_, begin) => begin + data("image/svg+xml", named(/^icon-[0-9a-f]+\.svg$/)))
  .replace(/<meta name="module"[^>]*>/, "")
  .replaceAll(/<meta name="(lessons|texts|runs-[a-z-]+)" content="\.\/([^"]*)">/g, (_, of, name) => `<script type="text/plain" data-text="${of}">${read(name, "utf8")}</script>`)
  .replace(/<progress id="wait-progress"[^>]*><\/progress>/, "")
  // The guide and the page on which lessons are written are folders beside the page.
  .replaceAll(/ *<a [^>]*href="(guide|write)\/"[^>]*>[^<]*<\/a>/g, "")
  .replace('src="still.svg"', () => `src="${data("image/svg+xml", "still.svg")}"`)
  .replace("</body>", () => `<script type="application/octet-stream" id="module">${packed}</script><script>${start}</script></body>`);
const left = page.match(/(src|href)="(?!data:|about:|#|\.\/"|https:)[^"]*"/);
if (left) throw new Error(`the file still asks for ${left[0]}`);
writeFileSync(argv[2], page);
console.log(`${argv[2]}: ${page.length} bytes`);
