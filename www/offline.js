// Keeps the page, its guide and `write/` for use without a network (sw.js), and says when there is a newer one; nothing is reloaded unasked.
(async () => {
  const [script, entries] = [document.currentScript.src, () => performance.getEntriesByType("resource")];
  // In a sandbox without an origin the question alone is an error.
  if (origin === "null" || !location.protocol.startsWith("http")) return;
  const { serviceWorker } = navigator;
  // A part of another page is not kept.
  if (!serviceWorker || parent !== window) return;
  const newer = document.getElementById("newer");
  const offer = (worker) => {
    // The first one of all is no newer one.
    if (!worker || !newer || !serviceWorker.controller) return;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
    button.addEventListener("click", () => {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("now");
    });
    newer.replaceChildren("There is a new version of Flitscope. ", button, " The link keeps your scene.");
  };
  // First the page, then what it will need another time.
  await window.flitscope?.ready;
  const registration = await serviceWorker.register(new URL("sw.js", script)).catch(() => null);
  if (!registration) return;
  // The worker keeps the guide and the reader of lessons, if this page has asked for one of their files.
  serviceWorker.ready.then(({ active }) => active.postMessage(entries().map(({ name }) => name)));
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => installing.state === "installed" && offer(installing));
  });
})();
