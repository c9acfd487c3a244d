// What the module is made of, by crate and folder: `node tools/rooms.mjs` after a build. Bytes of code as the linker wrote them, and what gzip makes of
// the code of a room alone: wasm-opt takes some of it away later, about evenly.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { gzipSync } from "node:zlib";
import { reached } from "./split.mjs";
import { references } from "./wasm.mjs";

/** Rooms that are smaller are listed as one. */
const SMALL = 4000;

/** The crate and the folder of a function: the two first parts of its path, that of the type for a method of a trait. */
function room(name) {
  const parts = [];
  let rest = name.replace(/^_ZN/, "");
  if (rest === name) return /^_R/.test(name) ? "core, alloc and std" : "wasm-bindgen";
  for (let length = parseInt(rest, 10); length > 0; length = parseInt(rest, 10)) {
    const digits = String(length).length;
    parts.push(rest.slice(digits, digits + length));
    rest = rest.slice(digits + length);
  }
  const plain = parts.map((part) => part.replaceAll("$LT$", "<").replaceAll("$u20$", " ").replaceAll("..", "::").replace(/\$[A-Z0-9a-z]+\$/g, ""));
  const [first, second] = (plain[0].match(/[a-z_0-9]+(::[a-z_0-9]+)+/)?.[0].split("::") ?? plain).slice(0, 2);
  return ["core", "alloc", "std"].includes(first) || first.startsWith("<") ? "core, alloc and std" : `${first}::${second}`;
}

const linked = join(env.CARGO_TARGET_DIR ?? "target", "wasm32-unknown-unknown", "page", "flitscope_web.wasm");
const related = references(readFileSync(linked));
const { names } = reached(related);
const rooms = new Map();
for (const { names: own, bytes } of related.functions) {
  const name = room(own[0] ?? "");
  if (!rooms.has(name)) rooms.set(name, { name, early: 0, all: [] });
  const here = rooms.get(name);
  here.all.push(bytes);
  if (own.some((one) => names.has(one))) here.early += bytes.length;
}
const rows = [...rooms.values()].map(({ name, early, all }) => {
  const code = Buffer.concat(all);
  return { name, early, code: code.length, packed: gzipSync(code, { level: 9 }).length };
});
rows.sort((a, b) => b.code - a.code);
const small = rows.filter(({ code }) => code < SMALL);
const sum = (rows, key) => rows.reduce((all, row) => all + row[key], 0);
const of = (name, rows) => ({ name, ...Object.fromEntries(["early", "code", "packed"].map((key) => [key, sum(rows, key)])) });
const listed = [...rows.filter(({ code }) => code >= SMALL), of("smaller ones", small), of("all code", rows)];
console.log("     code     gzip  in the first part  room");
for (const { name, early, code, packed } of listed) console.log(`${String(code).padStart(9)}${String(packed).padStart(9)}${String(early).padStart(19)}  ${name}`);
