// A component stands complete in its page before it lives. What a reader has done with it meanwhile is not lost when the
// live one takes its place: where the focus is, what has been typed, opened and pressed.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Input */

/** @param {HTMLElement} host @returns {Input[]} */
const inputs = (host) => [.../** @type {NodeListOf<Input>} */ (host.querySelectorAll("input[id], select[id], textarea[id]"))];

/** @param {Input} input  @returns {boolean} whether it holds anything but what the page gave it */
const touched = (input) => {
  if (input instanceof HTMLSelectElement) {
    const given = [...input.options].findIndex((option) => option.defaultSelected);
    return input.selectedIndex !== Math.max(given, 0);
  }
  const ticked = input instanceof HTMLInputElement && input.checked !== input.defaultChecked;
  return ticked || input.value !== input.defaultValue;
};

/** @param {Input} input @param {Input} before */
const retype = (input, before) => {
  if (input instanceof HTMLInputElement && before instanceof HTMLInputElement && /^(checkbox|radio)$/.test(input.type)) {
    if (input.checked !== before.checked) input.click();
    return;
  }
  input.value = before.value;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
};

/** What was pressed in components that did not live yet: the places and names of buttons. @type {WeakMap<Element, [number, string][]>} */
const pressed = new WeakMap();

/** @param {Element} button */
const nameOf = (button) => button.getAttribute("aria-label") ?? button.textContent ?? "";

/** Remember what is pressed in components that will live. @param {string} names  of the elements, as a selector */
export const listenFor = (names) => {
  const listen = (/** @type {Event} */ { target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const component = button?.closest(names);
    if (!button || !component || component.hasAttribute("data-lives")) return;
    const place = [...component.querySelectorAll("button")].indexOf(button);
    pressed.set(component, [...(pressed.get(component) ?? []), [place, nameOf(button)]]);
  };
  addEventListener("click", listen, true);
};

/**
 * Draw the live component in place of the one that stood in the page, and do to it what was done to that one.
 *
 * @param {HTMLElement} standing  whose content goes
 * @param {() => HTMLElement} draw  draws what comes, and returns where it is
 * @returns {(host: HTMLElement) => void}  to be called once the rest is drawn too: does there what had no place before
 */
export const takeOver = (standing, draw) => {
  const { activeElement } = document;
  const focused = activeElement && standing.contains(activeElement) ? activeElement.id : "";
  const typed = inputs(standing).filter(touched);
  const opened = [...standing.querySelectorAll("details")].map(({ open }) => open);
  const host = draw();
  host.querySelectorAll("details").forEach((details, index) => {
    details.open = opened[index] ?? details.open;
  });
  let waiting = typed;
  let unpressed = pressed.get(standing) ?? [];
  const goOn = (/** @type {HTMLElement} */ place) => {
    const here = new Map(inputs(place).map((input) => [input.id, input]));
    const ready = waiting.filter(({ id }) => here.has(id));
    waiting = waiting.filter(({ id }) => !here.has(id));
    for (const before of ready) retype(/** @type {Input} */ (here.get(before.id)), before);
    const elsewhere = document.activeElement && document.activeElement !== document.body;
    if (focused && !elsewhere) document.getElementById(focused)?.focus({ preventScroll: true });
    standing.setAttribute("data-lives", "");
    const asked = unpressed;
    unpressed = [];
    for (const press of asked) {
      const button = place.querySelectorAll("button")[press[0]];
      if (button && nameOf(button) === press[1]) button.click();
      else unpressed.push(press);
    }
  };
  goOn(host);
  return goOn;
};
