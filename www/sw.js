// Without a network: all files of one build are fetched together and given together. The build writes the names in.
const BUILD = "build";
const FILES = ["files"];
const OURS = "flitscope-";

addEventListener("install", (event) => {
  const all = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  const keep = async () => {
    const cache = await caches.open(OURS + BUILD);
    await cache.addAll(all);
    // The page may have been replaced while the files came.
    const page = await (await cache.match("./")).text();
    if (!page.includes(FILES.find((name) => name.startsWith("boot-")))) throw new Error("two builds are mixed");
  };
  event.waitUntil(keep());
});

// The build before is kept: a page of it may still be open, and ask for its own scripts.
addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OURS) && name !== OURS + BUILD).slice(0, -1);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const home = new URL("./", registration.scope);
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== home.origin || !pathname.startsWith(home.pathname)) return;
  const isPage = request.mode === "navigate" && [home.pathname, `${home.pathname}index.html`].includes(pathname);
  const given = async () => {
    const cache = await caches.open(OURS + BUILD);
    const kept = isPage ? await cache.match(home) : (await cache.match(request)) ?? (await caches.match(request));
    return kept ?? fetch(request);
  };
  event.respondWith(given());
});

// The reader wants the new build now.
addEventListener("message", ({ data }) => data === "now" && skipWaiting());
