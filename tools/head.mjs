// The lines in the head of a published page that link previews read. A picture needs an absolute address, so these lines are written when the address of the site is known.

/** Words as text of a page or of an attribute. */
export const text = (words) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The size of the pictures, CSS pixels. */
export const size = { width: 1200, height: 630 };

/** A page at `url` and its picture. */
export const preview = ({ url, image, alt }) => `
    <meta property="og:url" content="${text(url)}">
    <meta property="og:image" content="${text(image)}">
    <meta property="og:image:width" content="${size.width}">
    <meta property="og:image:height" content="${size.height}">
    <meta property="og:image:alt" content="${text(alt)}">
    <meta name="twitter:card" content="summary_large_image">`;

/** The built `index.html` as it is published at `address`: with its picture, and with the address of the small pages, which *Share* offers. */
export const published = (index, address) => {
  const alt = "A network with messages on their way, and beside it their mean latency against the load.";
  const parts = index.split("</head>");
  if (parts.length !== 2) throw new Error("index.html has no single head");
  return parts.join(`${preview({ url: address, image: `${address}picture.png`, alt })}
    <meta name="scenes" content="${text(address)}scenes/">
  </head>`);
};
