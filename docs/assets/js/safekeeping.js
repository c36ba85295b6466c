// What this device holds under a key and this page cannot read: it stays where it is until something is to be written
// there, and then it is put aside under another key, so that nothing is ever lost unless the reader says so.

/** The longest text that is read, in characters: more than any match or sheet has. */
export const LONGEST_TEXT = 4_000_000;

/** @param {string} key @param {number} place */
const asideOf = (key, place) => `${key}:unread${place > 1 ? `:${place}` : ""}`;

/** The keys under which something has been put aside. @param {string} key @returns {string[]} */
const taken = (key) => {
  const found = [];
  for (let place = 1; localStorage.getItem(asideOf(key, place)) !== null; place += 1) found.push(asideOf(key, place));
  return found;
};

/**
 * Put aside what lies under a key. Raise what the browser raises if that cannot be; then it lies where it lay.
 *
 * @param {string} key
 */
export const putAside = (key) => {
  const text = localStorage.getItem(key);
  if (text === null) return;
  const places = taken(key);
  if (!places.some((place) => localStorage.getItem(place) === text)) {
    // It is moved, not copied: there may be no room for it twice.
    localStorage.removeItem(key);
    try {
      localStorage.setItem(asideOf(key, places.length + 1), text);
    } catch (error) {
      localStorage.setItem(key, text);
      throw error;
    }
    return;
  }
  localStorage.removeItem(key);
};

/** What has been put aside from a key, the earliest first. @param {string} key @returns {string[]} */
export const putAsideFrom = (key) => {
  try {
    return taken(key).map((place) => localStorage.getItem(place) ?? "");
  } catch {
    return [];
  }
};

/** Let go of what has been put aside from a key. @param {string} key */
export const letGo = (key) => {
  try {
    for (const place of taken(key)) localStorage.removeItem(place);
  } catch {
    // What may not be touched was not put aside here.
  }
};

/** Whether an error says that there is no room. @param {unknown} error */
export const isFull = (error) => error instanceof DOMException && error.name === "QuotaExceededError";
