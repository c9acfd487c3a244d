// Reads the binary format of WebAssembly as far as the build needs it: sections, pieces of data, and what refers to what.

/** Reads numbers and names of the binary format. */
class Reader {
  constructor(bytes, at = 0) { this.bytes = bytes; this.at = at; }
  /** An unsigned number. */
  number() {
    let [value, scale, byte] = [0, 1];
    do { byte = this.bytes[this.at++]; value += (byte & 127) * scale; scale *= 128; } while (byte & 128);
    return value;
  }
  /** A signed number of 32 bits. */
  signed() {
    let [value, shift, byte] = [0, 0];
    do { byte = this.bytes[this.at++]; value |= (byte & 127) << shift; shift += 7; } while (byte & 128);
    return shift < 32 && byte & 64 ? value | (-1 << shift) : value;
  }
  text() {
    const length = this.number();
    return this.bytes.toString("utf8", this.at, (this.at += length));
  }
  /** A list: its length, then the items, each by `read`. */
  list(read) { return Array.from({ length: this.number() }, () => read()); }
}

/** The sections of a module: `{ id, name, from, body, end }`. */
export function sections(bytes) {
  const reader = new Reader(bytes, 8);
  const all = [];
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = bytes[reader.at++];
    const length = reader.number();
    const from = reader.at;
    const name = id === 0 ? reader.text() : "";
    all.push({ id, name, start, from, body: reader.at, end: from + length });
    reader.at = from + length;
  }
  return all;
}

/** The numbers of three sections. */
export const [CODE, DATA, DATA_COUNT] = [10, 11, 12];

/** The pieces of data of a module: `{ address, from, bytes }`, `from` counted from the start of the section. */
export function pieces(bytes) {
  const section = sections(bytes).find(({ id }) => id === DATA);
  const reader = new Reader(bytes, section.body);
  return reader.list(() => {
    if (reader.number() !== 0 || bytes[reader.at++] !== 0x41) throw new Error("a piece of data has no fixed address");
    const address = reader.signed() >>> 0;
    reader.at += 1;
    const length = reader.number();
    const from = reader.at - section.from;
    reader.at += length;
    return { address, from, bytes: bytes.subarray(reader.at - length, reader.at) };
  });
}

/** The references in the linked module: for each function and each piece of data, the functions and pieces that it names. */
export function references(bytes) {
  const all = sections(bytes);
  const named = (name) => all.find((section) => section.name === name);
  const reader = new Reader(bytes);
  const at = (section) => { reader.at = section.body; return reader; };

  let imported = 0;
  const limits = () => { const flags = reader.number(); reader.number(); if (flags & 1) reader.number(); };
  at(all.find(({ id }) => id === 2)).list(() => {
    reader.text();
    reader.text();
    const kind = bytes[reader.at++];
    if (kind === 0) { reader.number(); imported += 1; } else if (kind === 1) { reader.at += 1; limits(); } else if (kind === 2) limits(); else reader.at += 2;
  });
  const code = all.find(({ id }) => id === CODE);
  const functions = at(code).list(() => {
    const length = reader.number();
    const from = reader.at - code.from;
    reader.at += length;
    return { end: from + length, bytes: bytes.subarray(reader.at - length, reader.at), names: [], functions: new Set(), pieces: new Set() };
  });
  const data = pieces(bytes).map((piece) => ({ end: piece.from + piece.bytes.length, address: piece.address, functions: new Set(), pieces: new Set() }));

  const linking = named("linking");
  const symbols = [];
  at(linking).number();
  while (reader.at < linking.end) {
    const [kind, length] = [bytes[reader.at++], reader.number()];
    const end = reader.at + length;
    if (kind === 8) {
      symbols.push(...reader.list(() => {
        const symbol = { kind: bytes[reader.at++] };
        const flags = reader.number();
        const [undefinedHere, explicit] = [flags & 0x10, flags & 0x40];
        if (symbol.kind === 1) {
          symbol.name = reader.text();
          if (!undefinedHere) { symbol.piece = reader.number(); reader.number(); reader.number(); }
        } else if (symbol.kind === 3) {
          reader.number();
        } else {
          const index = reader.number();
          if (!undefinedHere || explicit) symbol.name = reader.text();
          if (symbol.kind === 0 && index >= imported) symbol.function = index - imported;
        }
        return symbol;
      }));
    }
    reader.at = end;
  }
  for (const { name, function: index } of symbols) if (index !== undefined) functions[index].names.push(name);

  // Types of relocation with a number behind them that is added to an address.
  const added = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);
  const TYPE_OF_CALL = 6;
  const relate = (section, nodes) => {
    at(named(section)).number();
    const relocations = reader.list(() => {
      const [type, offset, index] = [bytes[reader.at++], reader.number(), reader.number()];
      if (added.has(type)) reader.signed();
      return { type, offset, symbol: type === TYPE_OF_CALL ? undefined : symbols[index] };
    });
    relocations.sort((a, b) => a.offset - b.offset);
    let node = 0;
    for (const { offset, symbol } of relocations) {
      while (offset >= nodes[node].end) node += 1;
      if (symbol?.function !== undefined) nodes[node].functions.add(symbol.function);
      if (symbol?.piece !== undefined) nodes[node].pieces.add(symbol.piece);
    }
  };
  relate("reloc.CODE", functions);
  relate("reloc.DATA", data);
  return { functions, data };
}

