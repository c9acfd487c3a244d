// The texts that are written, kept on this device: that of each tab, and those put aside. Without site data they last as long as the page.

/** The most texts, and the beginning of their names. */
const MOST = 10;
const NAME = "flitscope.draft.";

const memory = new Map();
/** True if the browser keeps something. */
const allowed = (store) => {
  try {
    window[store].setItem("flitscope.try", "1");
    window[store].removeItem("flitscope.try");
    return true;
  } catch {
    return false;
  }
};
const [lasts, tabs] = ["localStorage", "sessionStorage"].map(allowed);

/** The entry of a name, or null. */
export const kept = (name) => (lasts ? localStorage.getItem(name) : memory.get(name) ?? null);
const keep = (name, words) => {
  memory.set(name, words);
  try {
    if (lasts) localStorage.setItem(name, words);
  } catch {
    drafts.lasts = false;
  }
};
const names = () => (lasts ? Object.keys(localStorage) : [...memory.keys()]).filter((name) => name.startsWith(NAME));
const found = (name) => {
  try {
    return { name, ...JSON.parse(kept(name)) };
  } catch {
    return { name, text: "", time: 0 };
  }
};
/** All texts, the latest first. */
const all = () => names().map(found).sort((a, b) => b.time - a.time);
const slug = (text) => text.match(/^slug: *([a-z0-9-]{2,40})$/m)?.[1] ?? "a lesson";

/** The name of the text of this tab, and of the one that it began with. */
let own = "";
const fresh = () => {
  own = NAME + Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
  if (tabs) sessionStorage.setItem(NAME, own);
};

export const drafts = {
  lasts,
  /** The text to begin with: that of this tab before it was loaded again, or the latest one, which another tab may go on with: this one has a copy. */
  begin() {
    const before = tabs && sessionStorage.getItem(NAME);
    const again = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
    if (before && again && kept(before)) {
      own = before;
      return found(own).text;
    }
    fresh();
    return all()[0]?.text ?? kept("flitscope.draft");
  },
  /** Keeps the text of this tab. */
  write(text) {
    keep(own, JSON.stringify({ slug: slug(text), time: Date.now(), text }));
  },
  /** The text of this tab becomes one of the others, and the next one begins. */
  putAside(text) {
    this.write(text);
    fresh();
    for (const { name } of all().slice(MOST)) {
      memory.delete(name);
      if (lasts) localStorage.removeItem(name);
    }
  },
  read: (name) => found(name).text,
  /** Those of other tabs and those put aside, the latest first. */
  others: () => all().filter(({ name, text }) => name !== own && text),
};
