// A lesson as a text in a link, and as a file: deflated by the browser, in base64url. Everything here holds without trust: size first, and unpacking stops at the limit.
/** Bytes of a lesson, and characters of its text in a link. */
export const MOST = 65536;
export const LONGEST = 8192;

/** An error whose sentence the reader sees. */
const told = (sentence) => Object.assign(new Error(sentence), { told: sentence });
/** A number as the page prints it. */
export const number = (value) => (value < 1e4 ? String(value) : value.toLocaleString("en").replaceAll(",", "\u202f"));
/** The sentence of a file that is too large. */
export const large = (size) => `This file has ${size < 1e6 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1e6).toFixed(1)} MB`}. A lesson has at most 64 kB.`;

/** The entry of this tab, or the sentence of its storage. */
const stored = (work) => {
  try {
    return work();
  } catch {
    throw told("This lesson is too long for a link, and this browser blocks the site data that would keep it in this tab. Allow site data for this page.");
  }
};

let module;
/** The reader, which comes once. */
const reader = () => (module ??= import("./flitscope-writing.js").then(async (script) => (await script.default(), script)));

/** All bytes of a stream, at most `most`. */
async function bytesOf(stream, most) {
  const pieces = [], lines = stream.getReader();
  for (let size = 0; ;) {
    const { done, value } = await lines.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      lines.cancel().catch(() => {});
      throw told("This link unpacks to more than 64 kB. A lesson has at most 64 kB.");
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** The text of a lesson's bytes in a link, with a sum that shows whether it is whole. */
export async function packed(bytes) {
  const deflated = await bytesOf(through(bytes, new CompressionStream("deflate")), 2 * MOST);
  let binary = "";
  for (const byte of deflated) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of such a text. */
export async function unpacked(text) {
  if (!text) throw told("This link has lost the text of its lesson. Copy the whole link, or open the file of the lesson.");
  const kept = text.startsWith("~") && stored(() => sessionStorage.getItem(`flitscope.lesson${text}`));
  if (text.startsWith("~") && !kept) throw told("This link names a lesson that only its file has. Open the file.");
  if (!kept && text.length > LONGEST) throw told(`This link has ${number(text.length)} characters of a lesson; at most ${number(LONGEST)} are read. Open the file of the lesson.`);
  try {
    const deflated = Uint8Array.from(atob((kept || text).replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    // Older links have no sum, and never begin with this byte.
    return await bytesOf(through(deflated, new DecompressionStream(deflated[0] === 0x78 ? "deflate" : "deflate-raw")), MOST);
  } catch (error) {
    throw error.told ? error : told("The lesson of this link is not whole: signs of it were lost, added or changed on the way. Copy the link again, or open the file of the lesson.");
  }
}

/** Reads bytes; gives the lesson as the page takes it. */
async function read(bytes) {
  const { packed: lesson, mistakes } = JSON.parse((await reader()).read(bytes));
  if (!lesson) throw told(`This lesson has mistakes. ${mistakes.slice(0, 3).map(({ what }) => what).join(" ")}`);
  return lesson;
}

/** The lesson of a link's text, as the page takes it. */
export const opened = async (text) => read(await unpacked(text));

/** The bytes of a file. */
export async function bytes(file) {
  if (file.size > MOST) throw told(large(file.size));
  return new Uint8Array(await file.arrayBuffer());
}

/** A text for the address of this page: one that is too long for a link stays in this tab, and the address names it. */
export async function named(text, all) {
  if (text.length <= LONGEST) return text;
  // FNV-1a of 64 bits: over plain http a browser has no other digest.
  const hash = all.reduce((hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n);
  const name = `~${hash.toString(16).padStart(16, "0")}`;
  stored(() => sessionStorage.setItem(`flitscope.lesson${name}`, text));
  return name;
}

/** The text of a file for the address of this page. */
export async function linked(file) {
  const all = await bytes(file);
  await read(all);
  return named(await packed(all), all);
}
