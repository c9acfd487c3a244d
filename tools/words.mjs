// The do-not-use list of the project's English, over every tracked text: `node tools/words.mjs`. With `--sentences`: the length of the sentences of
// each document. Fails if a line matches the list, or if the mean sentence of a document is too long.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { argv, exit } from "node:process";

/** Words in a sentence, as the mean of a document. */
const LIMIT = 18;
const TEXTS = /\.(rs|md|html|m?js|pyi?|ts|yml)$/;
/** Generated texts, transcribed equations and this list. */
const SKIPPED = /(^|\/)(golden|generated|mathml)[./]|equations\.(rs|md)$|lock$|docs\/accuracy\.md$|tools\/words\.mjs$/;

const BE = "(?:is|are|was|were|has been|have been|can be|is to be)";
const DONE =
  "(?:asked|said|told|shown|drawn|kept|set|done|given|meant|pinned|simulated|recorded|measured|counted|chosen|known|seen|written|heard|left|there|to be \\w+)";
const THINGS = "(?:code|model|module|function|equation|worker|run|file|table|view|sheet|answer|line|error|panel|picture|frame|curve)s?";
/** What to write instead of a pattern, and the kinds of text it is for: d the start of a doc comment, c a comment or prose, s a text on the screen. */
const LIST = [
  [`\\bwhat (?:there )?${BE} (?:\\w+ly )?${DONE}\\b`, "cs", "a noun: question, results, current view"],
  ["^(?:What|Who|Which) (?!if\\b)[^?]*$", "d", "a noun or a verb first"],
  ["^(?:It|They), in (?:a few|other) words|^(?:One row|What|The letters)\\.$", "d", "something that the name does not say, or nothing"],
  [`\\b${THINGS} (?:says?|tells?|hears?|knows?|asks?)\\b`, "cs", "returns, reports, contains, predicts"],
  ["\\b(?:is|are) (?:said|told|heard)\\b", "cs", "returns, reports, shows"],
  ["\\b(?:nobody|somebody|who(?:ever)? has (?:the )?(?:least|most)|whoever)\\b", "cs", "the actor: user, worker, caller"],
  ["\\bso many\\b(?![^.;]* that\\b)|\\b(?:such a thing|one that is none|that is none)\\b", "cs", "the number or the thing"],
  ["\\b(?:as many|of as many) (?:nodes|loads|messages|points)\\b(?! as)", "cs", "the same number of, of equal size"],
  ["\\b(?:stands? (?:where|there|beside|still|for itself)|lies? (?:where|on it)|gives? way|on its way|comes? to (?:nothing|stand)|goes on to)\\b",
    "cs", "is, moves, ends, changes"],
  ["^Whether\\b", "d", "True if .."],
  ["^The same,? (?:with|for|as|of|in)\\b", "d", "As .., with .."],
  ["\\b(?:the print|departs? from|parts? from|mended)\\b", "cs", "the paper, differs from, corrected"],
  ["\\b(?:desk|seat|household|lectern|clerk)s?\\b", "cs", "scheduler, slot, accounts"],
  ["\\b(?:nothing|none) (?:cheaper )?betters?\\b|\\bbackwards and across\\b", "cs", "Pareto front, inverse questions"],
  ["\\bTake it over\\b|\\bMany believe\\b|^Numbers from\\b(?! \\d)|\\b(?:the|its) whole way\\b", "s", "Use this, A common mistake, more variants, path"],
  ["\\bin a hundred\\b|\\bdoes it stand still\\b|\\bwhere the time goes\\b.*\\bpackets?\\b", "s", "2 %, freeze"],
  ["\\b(?:Of|From) (?:them|these|those|which) (?:is|are|was|were)\\b|^(?:Nowhere|Nothing that|Only then|Not until)\\b", "cs", "the subject first"],
].map(([pattern, kinds, instead]) => [new RegExp(pattern, kinds === "d" ? "" : "i"), kinds, instead]);

const lines = (file) => readFileSync(file, "utf8").split("\n");
/** Texts of a line of a program between quotation marks; one may begin in the line before or end in the next. */
const quoted = (line, quote) => line.match(new RegExp(`${quote}(?:[^${quote}\\\\]|\\\\.)*(?:${quote}|\\\\?$)`, "g")) ?? [];

/** Kinds and texts of each line of a file: pairs, in a list for each. */
function texts(file) {
  const type = file.split(".").pop();
  const quotes = type === "rs" ? ['"'] : ['"', "`"];
  let fenced = false;
  let within = false;
  let documented = false;
  return lines(file).map((line) => {
    const text = line.trim();
    if (type === "md") {
      if (text.startsWith("```")) fenced = !fenced;
      return fenced || /^(```|    |http)/.test(line) ? [] : [["c", text.replace(/`[^`]*`/g, "x")]];
    }
    if (type === "html") return [...text.split(/<[^>]*>/), ...quoted(text, '"')].map((part) => ["s", part]);
    if (/^(pyi?|yml)$/.test(type)) return [["c", text]];
    const [, mark, words] = text.match(/^(\/\/[/!]?|\/\*\*?|\*(?= ))\s?(.*)/) ?? [];
    const starts = /^(\/\/[/!]|\/\*\*)$/.test(mark) && !documented;
    documented = /^\/\/[/!]$/.test(mark);
    if (mark && !within) {
      const plain = words.replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, "x").replace(/\s*\*\/$/, "");
      return [["c", plain], ...(starts ? [["d", plain]] : [])];
    }
    const tail = text.match(/(?<![:"'])\/\/\s(.*)$/);
    const strings = quotes.flatMap((quote) => quoted((within ? quote : "") + line, quote));
    within = type === "rs" && /\\$/.test(line);
    const screen = !/(^|\/)tests/.test(file) && strings.filter((part) => part.length > 12 && / \S/.test(part));
    return [...(tail ? [["c", tail[1]]] : []), ...(screen || []).map((part) => ["s", part.slice(1)])];
  });
}

/** The numbers of words in the sentences of a document. A sentence ends with a paragraph or an item of a list too; inline code is one word. */
function sentences(file) {
  const text = readFileSync(file, "utf8").replace(/^ *(```|~~~)[^]*?^ *\1.*$/gm, "\n").replace(/<!--[^]*?-->/g, "");
  const prose = text.split("\n").map((line) => (/^\s*(\||#|\[.*\]: )/.test(line) ? "" : line.replace(/^\s*([-*+]|\d+\.) /, "\n")));
  const plain = prose.join("\n").replace(/`+[^`]+`+/g, "code").replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/<[^>]*>/g, " ");
  const ends = plain.split(/\n\s*\n|(?<=[.!?][)"'*_]*)\s+/);
  return ends.map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).filter((count) => count > 0);
}

const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n").filter((file) => TEXTS.test(file) && existsSync(file));
let wrong = 0;
if (argv.includes("--sentences")) {
  for (const file of tracked.filter((file) => file.endsWith(".md") && !/equations\.md$|accuracy\.md$/.test(file))) {
    const counts = sentences(file);
    const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(counts.length, 1);
    if (mean > LIMIT) wrong += 1;
    console.log(`${file}: ${mean.toFixed(1)} words in a sentence, the longest ${Math.max(0, ...counts)}${mean > LIMIT ? `; at most ${LIMIT}` : ""}`);
  }
} else {
  const files = tracked.filter((file) => !SKIPPED.test(file));
  for (const file of files) {
    texts(file).forEach((parts, index) => {
      const found = LIST.find(([pattern, kinds]) => parts.some(([kind, part]) => kinds.includes(kind) && pattern.test(part)));
      if (!found) return;
      wrong += 1;
      console.log(`${file}:${index + 1}: ${lines(file)[index].trim().slice(0, 110)} -> ${found[2]}`);
    });
  }
  if (!wrong) console.log(`${files.length} files without a word of the list`);
}
exit(wrong ? 1 : 0);
