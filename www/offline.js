// Keeps the page for use without a network (sw.js), and says when there is a newer one; nothing is reloaded unasked.
(async () => {
  // In a sandbox without an origin the question alone is an error.
  if (origin === "null" || !location.protocol.startsWith("http")) return;
  const { serviceWorker } = navigator;
  // A part of another page is not kept.
  if (!serviceWorker || parent !== window) return;
  const newer = document.getElementById("newer");
  const offer = (worker) => {
    // The first one of all is no newer one.
    if (!worker || !serviceWorker.controller) return;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
    button.addEventListener("click", () => {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("now");
    });
    newer.replaceChildren("There is a new version of Flitscope. ", button, " The link keeps your scene.");
  };
  // First the page, then what it will need another time.
  await window.flitscope.ready;
  const registration = await serviceWorker.register("sw.js").catch(() => null);
  if (!registration) return;
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => installing.state === "installed" && offer(installing));
  });
})();
