// Without a network: all files of one build are fetched together and given together. The build writes the names in.
const BUILD = "build";
const FILES = ["files"];
const OURS = "flitscope-";
// Folders beside the page: all files of one are kept once one of them has been opened.
const BESIDE = { "folder/": ["names"] };

const coming = {};
const bring = async (folder) => {
  const cache = await caches.open(OURS + BUILD);
  if (!(await cache.match(folder))) await cache.addAll(BESIDE[folder].map((name) => new Request(name, { cache: "no-cache" })));
};
/** Keeps the folders for whose address that holds. */
const keepBeside = (wanted) => Promise.all(Object.keys(BESIDE).map(async (folder) => {
  if (await wanted(new URL(folder, registration.scope).href)) await (coming[folder] ??= bring(folder).catch(() => delete coming[folder]));
}));

addEventListener("install", (event) => {
  const all = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  const keep = async () => {
    const cache = await caches.open(OURS + BUILD);
    await cache.addAll(all);
    // The page may have been replaced while the files came.
    const page = await (await cache.match("./")).text();
    if (!page.includes(FILES.find((name) => name.startsWith("boot-")))) throw new Error("two builds are mixed");
    // What the build before has kept.
    await keepBeside((folder) => caches.match(folder));
  };
  event.waitUntil(keep());
});

// The build before is kept: a page of it may still be open, and ask for its own scripts.
addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OURS) && name !== OURS + BUILD).slice(0, -1);
  event.waitUntil(caches.keys().then((names) => Promise.all([clients.claim(), ...old(names).map((name) => caches.delete(name))])));
});

/** A page in the place of one that is not kept, where the server does not answer. */
const none = (home, pathname) => {
  const beside = Object.keys(BESIDE).some((name) => pathname.startsWith(home.pathname + name));
  return new Response(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Flitscope</title><h1>The server does not answer</h1><p>This page is not kept on this device. ${beside ? "Open it once while the server answers; it then opens without a network, too." : "Open it again when the server answers."}</p>
<p><a href="${home.pathname}">Flitscope itself opens without a network.</a></p></html>`, { status: 503, headers: { "content-type": "text/html" } });
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const home = new URL("./", registration.scope);
  const { href, origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== home.origin || !pathname.startsWith(home.pathname)) return;
  const isPage = request.mode === "navigate";
  // The address of a page may name its file, and have a query.
  const name = isPage ? pathname.replace(/\/index\.html$/, "/") : request;
  const given = async () => {
    const cache = await caches.open(OURS + BUILD);
    const kept = (await cache.match(name)) ?? (await caches.match(name));
    // A browser takes no page from here that has been redirected.
    if (kept) return kept.redirected ? new Response(kept.body, kept) : kept;
    return fetch(request).catch((error) => {
      if (!isPage) throw error;
      return none(home, pathname);
    });
  };
  event.respondWith(given());
  event.waitUntil(keepBeside((folder) => href.startsWith(folder)));
});

// The reader wants the new build now; or a page names the files that it asked for before this worker was there.
addEventListener("message", (event) => {
  if (event.data === "now") skipWaiting();
  else event.waitUntil(keepBeside((folder) => event.data.some((name) => name.startsWith(folder))));
});
