// A plain static server for the built page that compresses as hosts do: `node tools/serve.mjs PORT` for `make serve`, `serve()` for the end-to-end tests.
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The folder of the built page. */
export const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".png": "image/png", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
};

/** Accepted encodings, the best first; brotli's best quality would take seconds. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const encodings = [["br", (body) => promisify(brotliCompress)(body, quality)], ["gzip", promisify(gzip)]];

/** Compressed files, by encoding and name, with the time of each file. */
const kept = new Map();

/** A file in the best encoding that is accepted: `{ body, encoding }`. A file is compressed once. */
async function packed(file, accepted) {
  const [encoding, compress] = encodings.find(([name]) => accepted.includes(name)) ?? [];
  if (!encoding) return { body: await readFile(file) };
  const key = `${encoding} ${file}`;
  const time = (await stat(file)).mtimeMs;
  if (kept.get(key)?.time !== time) kept.set(key, { time, body: await compress(await readFile(file)) });
  return { body: kept.get(key).body, encoding };
}

/** Serves the page (or another folder) on this machine under a path, which begins and ends with a slash, with further headers, calling `asked` with the name of each file; resolves to its address and a function that stops it. */
export async function serve({ port = 0, base = "/", from = dist, also = {}, asked } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const file = normalize(name.slice(base.length));
    try {
      if (!path.startsWith(base) || file.startsWith("..")) throw new Error("outside");
      asked?.(file);
      const { body, encoding } = await packed(join(from, file), request.headers["accept-encoding"] ?? "");
      const type = types[extname(file)] ?? "application/octet-stream";
      // A file with its hash in its name never changes.
      const lasts = /-[0-9a-f]{15,16}[._]/.test(file) ? "public, max-age=31536000, immutable" : "no-cache";
      const headers = { ...also, "content-type": type, "cache-control": lasts, vary: "accept-encoding", ...(encoding && { "content-encoding": encoding }) };
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}${base}`, stop };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(argv[2] ?? 8080);
  serve({ port }).then(
    ({ url }) => console.log(`Flitscope is at ${url} (Ctrl-C stops it).`),
    (error) => {
      console.error(`Port ${port} cannot be used (${error.code}); choose another: make serve PORT=9000.`);
      process.exitCode = 1;
    },
  );
}
