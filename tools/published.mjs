// The pages of a site whose address is known: the lines that link previews read, and a small page for each scene and lesson. A preview needs the absolute address of its picture.

/** Words as text of HTML. */
export const text = (words) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The size of the pictures, CSS pixels. */
export const size = { width: 1200, height: 630 };

/** The lines for a page at `url` with its picture. */
const preview = (url, image, alt) => `
    <meta property="og:url" content="${text(url)}">
    <meta property="og:image" content="${text(image)}">
    <meta property="og:image:width" content="${size.width}">
    <meta property="og:image:height" content="${size.height}">
    <meta property="og:image:alt" content="${text(alt)}">
    <meta name="twitter:card" content="summary_large_image">`;

/** The built `index.html` for this address: with its picture `picture.png`, and with the address of the small pages, which *Share* reads. */
export const index = (built, address) => {
  const parts = built.split("</head>");
  if (parts.length !== 2) throw new Error("index.html does not have one head");
  const alt = "A network with its messages, and beside it their mean latency against the load.";
  return parts.join(`${preview(address, `${address}picture.png`, alt)}
    <meta name="scenes" content="${text(address)}scenes/">
  </head>`);
};

/** The small page of a scene or a lesson, as the program lists it. Without an address it has no preview. */
export const small = ({ title, line, link, slug }, address) => {
  const alt = `The network and its curves: ${title}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; base-uri 'none'">
    <meta http-equiv="refresh" content="0; url=../#${text(link)}">
    <title>${text(title)} · Flitscope</title>
    <link rel="icon" href="../icon-192.png">
    <meta name="description" content="${text(line)}">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="Flitscope">
    <meta property="og:title" content="${text(title)}">
    <meta property="og:description" content="${text(line)}">${address ? preview(`${address}scenes/${slug}.html`, `${address}scenes/${slug}.png`, alt) : ""}
  </head>
  <body>
    <h1>${text(title)}</h1>
    <p>${text(line)}</p>
    <p><a href="../#${text(link)}">Open it in Flitscope</a></p>
    <img src="${slug}.png" width="${size.width}" height="${size.height}" alt="${text(alt)}">
  </body>
</html>
`;
};
