// A figure runs where it stands: the page itself in place of its picture. Without this script its link opens the scene.
for (const link of document.querySelectorAll("a.live")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.title = link.querySelector(".press").textContent;
    frame.src = link.dataset.live;
    frame.allow = "fullscreen";
    link.replaceWith(frame);
    frame.focus();
  });
}
