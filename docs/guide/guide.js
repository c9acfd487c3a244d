// A figure runs where it stands: the page itself in place of its picture. Without this script its link opens the scene.
for (const link of document.querySelectorAll("a.live")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.title = link.querySelector(".press").textContent;
    frame.src = link.dataset.live;
    frame.allow = "fullscreen";
    // The reader has asked it to run. From a disk the page in it is that of another site; then its own button plays it.
    frame.addEventListener("load", async () => {
      const page = frame.contentWindow;
      if (!frame.contentDocument || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      for (let tries = 0; !page.flitscope && tries < 400; tries++) await new Promise((next) => setTimeout(next, 50));
      await page.flitscope?.ready;
      const play = page.document.querySelector("#play[data-state=paused]");
      if (play?.checkVisibility()) play.click();
    });
    link.replaceWith(frame);
    frame.focus();
  });
}
