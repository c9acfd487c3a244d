// A picture of a page written smaller, with the same pixels: large areas of one colour want no filter and no transparency.
import { deflateSync, inflateSync } from "node:zlib";

const paeth = (a, b, c) => {
  const [x, y, z] = [a, b, c].map((value) => Math.abs(a + b - c - value));
  return x <= y && x <= z ? a : y <= z ? b : c;
};

/** The chunks of a PNG: their kinds and contents. */
const chunks = (png) => {
  const all = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    all.push([png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  return all;
};

/** The check sum of a chunk. */
const sumOf = (bytes) => {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
};

const chunk = (kind, content) => {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(sumOf(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG of eight bits a channel, as browsers write it, smaller. */
export const smaller = (png) => {
  const all = chunks(png);
  const header = Buffer.from(all[0][1]);
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const raw = inflateSync(Buffer.concat(all.filter(([kind]) => kind === "IDAT").map(([, content]) => content)));
  const row = width * channels;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x >= channels ? pixels[at - channels] : 0;
      const up = y ? pixels[at - row] : 0;
      const corner = x >= channels && y ? pixels[at - row - channels] : 0;
      pixels[at] = raw[y * (row + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
  }
  const plain = Buffer.alloc((3 * width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.copy(plain, y * (3 * width + 1) + 1 + 3 * x, y * row + x * channels, y * row + x * channels + 3);
  }
  header[9] = 2;
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), chunk("IDAT", deflateSync(plain, { level: 9, memLevel: 9 })), chunk("IEND", Buffer.alloc(0))]);
};
