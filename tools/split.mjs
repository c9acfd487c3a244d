// Cuts the module in two: what the first scene runs, and the rest, which comes after it and works in the same memory. Called by tools/finish.mjs.
//
//   linked    the module as the linker wrote it, with its relocations: they tell which function refers to which function and which data
//   bound     the same module after wasm-bindgen, with the names of its functions
//   first     the functions and data that are reached from ROOTS but for NOT_CALLED; it exports what the rest needs of it
//   later     all others; it imports memory, table and functions of the first part, and brings its data and its part of the table
//
// A function of the rest that the first part names is called through the table: until the rest has come there is nothing at its place, and
// such a call fails.
import binaryen from "../.tools/node_modules/binaryen/index.js";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DATA, DATA_COUNT, pieces, references, sections } from "./wasm.mjs";

const tools = join(dirname(fileURLToPath(import.meta.url)), "..", ".tools", "node_modules");

/** The exports that the first scene is called by, and those by which script and module exchange values. */
const ROOTS = /^(first_|__wbg_first_free|__wbindgen_|__externref_)/;

/** Functions that the first scene refers to and never calls, as the compiler names them: it has no lesson, and shows nothing of a model but its curve. */
const NOT_CALLED = [
  /^_ZN9flitscope6lesson(2of|8recorded)/,
  /flitscope\.\.model\.\.Model\$GT\$\d+(equations|figures|reasons|deviations|remarks|steps|branches|tail|law)17h/,
  /flitscope\.\.model\.\.Solution\$GT\$\d+(quantities|shares|summary|law)17h/,
  /^_ZN9flitscope5model5(Model|Solution)\d+(equations|figures|reasons|deviations|remarks|steps|branches|tail|quantities|shares|summary|law)17h/,
];

/** Runs of data of the first part that are so close are one: what lies between them is written twice. The rest overwrites nothing of the first part, which has worked with it. */
const GAP = 12;
/** Bytes that no piece of data has lie between two that are so close. */
const PADDING = 16;

/** The features of every browser with vectors: names of wasm-opt and of its library. */
const FEATURES = { simd: "SIMD128", "bulk-memory": "BulkMemory", "bulk-memory-opt": "BulkMemoryOpt", "nontrapping-float-to-int": "NontrappingFPToInt", "sign-ext": "SignExt", "mutable-globals": "MutableGlobals", "reference-types": "ReferenceTypes", multivalue: "Multivalue" };

/** The number as the binary format writes it. */
function written(value) {
  const bytes = [];
  do { bytes.push((value & 127) | (value > 127 ? 128 : 0)); value = Math.floor(value / 128); } while (value > 0);
  return Buffer.from(bytes);
}

/** An address as the binary format writes it: a signed number. */
function address(value) {
  const bytes = [];
  for (let more = true; more; value >>= 7) { more = value > 63; bytes.push((value & 127) | (more ? 128 : 0)); }
  return Buffer.from(bytes);
}

/** The names of the functions and the addresses of the data that the first scene needs. */
export function reached({ functions, data }) {
  const [names, addresses] = [new Set(), new Set()];
  const seen = [new Set(), new Set()];
  const todo = functions.flatMap(({ names }, index) => (names.some((name) => ROOTS.test(name)) ? [[0, index]] : []));
  while (todo.length) {
    const [kind, index] = todo.pop();
    const node = [functions, data][kind][index];
    if (seen[kind].has(index) || (kind === 0 && node.names.some((name) => NOT_CALLED.some((pattern) => pattern.test(name))))) continue;
    seen[kind].add(index);
    if (kind === 0) node.names.forEach((name) => names.add(name)); else addresses.add(node.address);
    todo.push(...[...node.functions].map((other) => [0, other]), ...[...node.pieces].map((other) => [1, other]));
  }
  return { names, addresses };
}

/** The memory as it begins. */
function image(data) {
  const memory = Buffer.alloc(Math.max(...data.map(({ address, bytes }) => address + bytes.length)));
  for (const { address, bytes } of data) bytes.copy(memory, address);
  return memory;
}

/** A module without its data, as binaryen reads it. */
function readable(bytes) {
  // Of what is beside the program, the names of the functions alone still say what is true.
  const says = ({ id, name }) => id !== DATA && id !== DATA_COUNT && (id !== 0 || name === "name");
  const kept = sections(bytes).filter(says).map(({ start, end }) => bytes.subarray(start, end));
  const features = Object.values(FEATURES).reduce((all, name) => all | binaryen.Features[name], 0);
  return binaryen.readBinary(Buffer.concat([bytes.subarray(0, 8), ...kept]), features);
}

/** A module made smaller by wasm-opt, with its data put back: pieces that are next to each other become one. */
function finished(module, data) {
  const folder = mkdtempSync(join(tmpdir(), "split-"));
  const [before, after] = ["before.wasm", "after.wasm"].map((name) => join(folder, name));
  module.runPasses(["remove-unused-module-elements"]);
  writeFileSync(before, module.emitBinary());
  execFileSync(join(tools, ".bin", "wasm-opt"), ["-Oz", "-Oz", ...Object.keys(FEATURES).map((name) => `--enable-${name}`), "--strip-debug", "--strip-producers", before, "-o", after]);
  const bytes = readFileSync(after);
  rmSync(folder, { recursive: true });

  const runs = [];
  const memory = image(data.all);
  for (const { address, bytes } of data.pieces) {
    const last = runs.at(-1);
    if (last && (address - last.end <= data.gap || (address - last.end < PADDING && !data.others.some((other) => other.address >= last.end && other.address < address)))) last.end = address + bytes.length;
    else runs.push({ address, end: address + bytes.length });
  }
  // Memory begins as zeros.
  const contents = runs.map(({ address, end }) => ({ address, bytes: memory.subarray(address, end) }));
  const trimmed = contents.map(({ address, bytes }) => ({ address, bytes: bytes.subarray(0, bytes.findLastIndex((byte) => byte) + 1) })).filter(({ bytes }) => bytes.length);
  const body = Buffer.concat([written(trimmed.length), ...trimmed.flatMap((run) => [Buffer.from([0, 0x41]), address(run.address), Buffer.from([0x0b]), written(run.bytes.length), run.bytes])]);
  const kept = sections(bytes).filter(({ id }) => id !== 0).map(({ start, end }) => bytes.subarray(start, end));
  return Buffer.concat([bytes.subarray(0, 8), ...kept, Buffer.from([DATA]), written(body.length), body]);
}

/** The items of a kind in a module, as binaryen describes them: "Function", "Export", "Global", "Table" or "ElementSegment". */
const listed = (module, kind) => Array.from({ length: module[`getNum${kind}s`]() }, (_, index) => binaryen[`get${kind}Info`](module[`get${kind}ByIndex`](index)));

/** Puts another body in the place of a function's. */
function replace(module, { name, params, results }, body) {
  module.removeFunction(name);
  module.addFunction(name, params, results, [], body);
}

/** Leaves of the table of functions those that `keeps` names, each at its place. */
function thin(module, { name, table, data, offset }, keeps) {
  const begin = binaryen.getExpressionInfo(offset).value;
  module.removeElementSegment(name);
  let run = [];
  const put = (end) => {
    if (run.length) module.addActiveElementSegment(table, `from-${end - run.length}`, run, module.i32.const(end - run.length));
    run = [];
  };
  data.forEach((name, index) => (keeps(name) ? run.push(name) : put(begin + index)));
  put(begin + data.length);
}

/** The two parts of a module: `{ first, later }`. */
export function split(linked, bound) {
  const related = references(linked);
  const { names, addresses } = reached(related);
  const known = new Set(related.functions.flatMap((one) => one.names));
  const [first, later, copy] = [bound, bound, bound].map(readable);
  const own = listed(first, "Function").filter(({ module }) => !module);
  const exported = listed(first, "Export");
  const tables = listed(first, "Table");
  const segments = [first, later, copy].map((module) => listed(module, "ElementSegment"));
  if (segments[0].length !== 1) throw new Error(`the module has ${segments[0].length} tables of functions instead of one`);
  const [inFirst, inLater, inCopy] = segments.flat();
  const table = tables.find(({ name }) => name === inFirst.table);

  // Of a copy in which the known functions of the rest do nothing it is seen what else the first part names: those of the rest that it may call,
  // and what wasm-bindgen has added, which has no data.
  const rest = new Set(own.filter(({ name }) => known.has(name) && !names.has(name)).map(({ name }) => name));
  thin(copy, inCopy, (name) => names.has(name));
  exported.filter(({ name }) => !ROOTS.test(name)).forEach(({ name }) => copy.removeExport(name));
  own.filter(({ name }) => rest.has(name)).forEach((one) => replace(copy, one, copy.unreachable()));
  copy.runPasses(["remove-unused-module-elements"]);
  const left = new Set(listed(copy, "Function").map(({ name }) => name));
  const isFirst = ({ name }) => names.has(name) || (left.has(name) && !rest.has(name));
  const [early, late] = [own.filter(isFirst), own.filter((one) => !isFirst(one))];
  const lateNames = new Set(late.map(({ name }) => name));
  const called = late.filter(({ name }) => left.has(name));

  thin(first, inFirst, (name) => !lateNames.has(name));
  thin(later, inLater, (name) => lateNames.has(name));
  const exports = exported.filter(({ kind, value }) => kind === binaryen.ExternalFunction && lateNames.has(value)).map(({ name }) => name);
  exports.forEach((name) => first.removeExport(name));
  exported.filter(({ name }) => !exports.includes(name)).forEach(({ name }) => later.removeExport(name));

  late.filter(({ name }) => !left.has(name)).forEach(({ name }) => first.removeFunction(name));
  for (const [index, one] of called.entries()) {
    const locals = binaryen.expandType(one.params).map((type, at) => first.local.get(at, type));
    replace(first, one, first.call_indirect(table.name, first.i32.const(table.initial + index), locals, one.params, one.results));
  }
  for (const module of [first, later]) {
    const grown = module.getTable(table.name);
    binaryen._BinaryenTableSetInitial(grown, table.initial + called.length);
    binaryen._BinaryenTableSetMax(grown, table.initial + called.length);
  }
  later.addActiveElementSegment(table.name, "called", called.map(({ name }) => name), later.i32.const(table.initial));

  // What the rest may need of the first part has a short name; what it does not need is removed.
  const share = (name, index) => `_${index.toString(36)}`;
  for (const [index, { name, params, results }] of early.entries()) {
    later.removeFunction(name);
    later.addFunctionImport(name, "first", share(name, index), params, results);
  }
  for (const [index, { name, type, mutable, module }] of listed(first, "Global").entries()) {
    if (module) continue;
    first.addGlobalExport(name, `g$${index}`);
    later.removeGlobal(name);
    later.addGlobalImport(name, "first", `g$${index}`, type, mutable);
  }
  for (const [index, { name }] of tables.entries()) {
    first.addTableExport(name, `t$${index}`);
    later.addTableImport(name, "first", `t$${index}`);
  }
  const memory = exported.find(({ kind }) => kind === binaryen.ExternalMemory).value;
  first.addMemoryExport(memory, "m$");
  later.addMemoryImport(memory, "first", "m$");

  later.runPasses(["remove-unused-module-elements"]);
  const imported = listed(later, "Function").filter(({ module }) => module === "first");
  for (const { name, base } of imported) first.addFunctionExport(name, base);
  for (const module of [first, later]) if (!module.validate()) throw new Error("a part of the module is not valid");

  const allData = pieces(bound);
  const [firstData, laterData] = [true, false].map((of) => allData.filter(({ address }) => of === addresses.has(address)));
  return {
    first: finished(first, { pieces: firstData, others: laterData, all: allData, gap: GAP }),
    later: finished(later, { pieces: laterData, others: firstData, all: allData, gap: 0 }),
  };
}
