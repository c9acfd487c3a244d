// Before the module arrives: the handle that tests and lesson authors wait on, and a word if the module never comes.
(() => {
  let started, failed;
  const ready = new Promise((resolve, reject) => { started = resolve; failed = reject; });
  ready.catch(() => {});
  window.flitscope = { ready };

  const fail = (reason) => {
    failed(new Error(reason));
    const state = document.getElementById("wait-state");
    if (state) state.textContent = `The models could not be loaded: ${reason} Reload the page, or try another browser; the link keeps the scene.`;
  };

  // The module calls this once, when the first picture is drawn. The functions look and change nothing; `settled` ends when nothing is
  // left to draw: no change waits for its picture, nothing plays or is being recorded, no simulation runs.
  window.__flitscope_started = (scenario, results, settled) => {
    const read = (json) => () => JSON.parse(json());
    window.flitscope = Object.freeze({
      ready,
      scenario: read(scenario),
      results: read(results),
      settled: () => new Promise((resolve) => settled(resolve)),
    });
    document.getElementById("wait")?.remove();
    started();
  };

  if (typeof WebAssembly !== "object") {
    addEventListener("DOMContentLoaded", () => fail("this browser has no WebAssembly."));
  }
  // Until the page stands, whatever fails is a reason why it does not.
  const waiting = () => document.getElementById("wait");
  addEventListener("unhandledrejection", (event) => waiting() && fail(`${event.reason?.message ?? event.reason}.`));
  addEventListener("error", (event) => waiting() && fail(event.message ? `${event.message}.` : "a file of the page is missing."), true);
})();
