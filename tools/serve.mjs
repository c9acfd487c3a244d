// A plain static server for the built page: `node tools/serve.mjs PORT` for `make serve`, `serve()` for the end-to-end tests.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

/** The folder of the built page. */
export const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

/** Serves the page on this machine under a path (which begins and ends with a slash); resolves to its address and a function that stops it. */
export async function serve({ port = 0, base = "/" } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const file = normalize(name.slice(base.length));
    try {
      if (!path.startsWith(base) || file.startsWith("..")) throw new Error("outside");
      const body = await readFile(join(dist, file));
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" }).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}${base}`, stop: () => server.close() };
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
