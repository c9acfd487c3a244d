// Reads and computes a lesson beside the page on which it is written, so that typing never waits.
import start, { check, fill, read, record } from "./flitscope-writing.js";

const ready = start();
const encoder = new TextEncoder();
addEventListener("message", async ({ data: { number, work, text } }) => {
  await ready;
  const answer = work === "fill" ? fill(text) : work === "record" ? record(text) : JSON.parse((work === "check" ? check : read)(encoder.encode(text)));
  postMessage({ number, answer });
});
