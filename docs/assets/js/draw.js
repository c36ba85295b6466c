// Scenes to markup. The press draws with these templates in Node, the components in the browser: one source, one markup.
// Whatever can be pressed calls a handler of `on`; with none the page is the same and does nothing.
import { html, nothing, put } from "./lit.js";

/** How many backs are drawn of a pile that lies face down; its number stands beside it. */
const MOST_BACKS = 3;

/** @import {Bar, Because, Card, CardsField, Choice, ChoiceField, Fault, Field, Frame, Handlers, ListField, NumberField, Plain,
 *           Question, Row, Scene, Status, Step, Table, TextField, Verdict, Walkthrough, Words, Zone} from "./types.js" */

/** The most choices, and the most characters in all of them, that are drawn side by side; more become a list that opens. */
const SIDE_BY_SIDE = { choices: 6, characters: 44 };

/** @type {{[entity: string]: string}} */
const CHARACTERS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#x27;": "'" };

/**
 * Return HTML as plain text for places that take no markup: what `<bdi>` isolates stays isolated.
 *
 * @param {string} safe
 */
export const plainText = (safe) =>
  safe
    .replace(/<bdi dir="ltr"[^>]*>/g, "\u2066")
    .replace(/<bdi\b[^>]*>/g, "\u2068")
    .replace(/<\/bdi>/g, "\u2069")
    .replace(/<[^>]*>/g, "")
    .replace(/&[#\w]+;/g, (entity) => CHARACTERS[entity] ?? entity);

/**
 * Fill the places in braces of a text.
 *
 * @param {string | undefined} text
 * @param {{[name: string]: string | number}} values  safe HTML
 */
export const fill = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/**
 * Return the id of the part of a figure that stands for *path*.
 *
 * @param {Frame} frame
 * @param {string} path
 */
export const idOf = (frame, path) => `${frame.id}-${path.replace(/\W+/g, "-").replace(/-$/, "")}`;

/** @param {string[]} [states] */
const states = (states) => (states?.length ? states.join(" ") : nothing);

/** The fields that hold a value of their own: those of lists in place of the lists. @param {Field[]} fields */
const cellsOf = (fields) => fields.flatMap((field) => (field.kind === "list" ? field.rows.flat() : [field]));

/**
 * Return all fields of cards, those in the rows of lists too.
 *
 * @param {Field[]} fields
 * @returns {CardsField[]}
 */
export const cardFields = (fields) => cellsOf(fields).filter((field) => field.kind === "cards");

/** The zones that are drawn: where cards can be changed, a list shows its own. @param {Scene} scene @param {Frame} frame */
const zonesOf = (scene, frame) => {
  const rows = frame.live ? cellsOf((scene.fields ?? []).filter(({ kind }) => kind === "list")) : [];
  return scene.zones.filter(({ id }) => !rows.some(({ path }) => path === id));
};

/** @param {Plain} one @param {Plain} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// ---------- cards ----------

/** How lists of cards lie that overlap: of each card only the index shows. */
const OVERLAPPING = ["fan", "meld"];

/** @param {Card} card @param {Frame} frame @param {boolean} [small]  whether its index is enough, which is drawn sooner */
export const face = (card, frame, small = false) => html`${picture(card, frame, small)}${
  card.mark_html ? html`<span class="q-flag" aria-hidden="true"><span dir=${frame.ui.dir}>${put(card.mark_html)}</span></span>` : nothing
}<span class="q-name">${card.name}${card.mark_html ? html` (${put(card.mark_html)})` : nothing}</span>`;

/** @param {Card} card @param {Frame} frame @param {boolean} small */
const picture = (card, frame, small) => {
  const sheet = small && card.face !== "back" ? "small-cards.svg" : "cards.svg";
  if (card.face) return html`<svg aria-hidden="true"><use href="${frame.shared}${sheet}#${card.face}"></use></svg>`;
  return card.is?.includes("slot") ? nothing : html`<b aria-hidden="true">${card.name}</b>`;
};

/** The states of a card; what is not a card is drawn as a wrong one. @param {Card} card @returns {string[]} */
const isOf = (card) => (card.face || card.is?.includes("slot") ? (card.is ?? []) : ["slot", "wrong"]);

/** @param {Card} card @param {Frame} frame @param {boolean} small */
const shownCard = (card, frame, small) =>
  html`<li><span class="q-card" data-is=${states(isOf(card))}>${face(card, frame, small)}</span></li>`;

/**
 * A card that can be picked and then changed. Only one card of a hand takes the Tab key; arrows do the rest.
 *
 * @param {Card} card @param {number} index @param {CardsField} field @param {boolean} small @param {Handlers} on
 * @param {Frame} frame
 */
const openCard = (card, index, field, small, on, frame) => {
  const at = frame.picked?.path === field.path ? frame.picked.index : -1;
  const picked = at === index;
  return html`<li><button class="q-card" type="button" id=${idOf(frame, `${field.path}.${index}`)}
    data-is=${states(picked ? [...isOf(card), "selected"] : isOf(card))} aria-pressed=${picked}
    tabindex=${index === Math.max(at, 0) ? 0 : -1} aria-describedby=${described(field, frame)}
    @click=${() => on.pick?.(field.path, index)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => on.key?.(field.path, index, event)}>${face(card, frame, small)}</button></li>`;
};

/** @param {Frame} frame @returns {Card} */
const emptySlot = (frame) => ({ face: null, name: plainText(frame.ui.empty_place ?? ""), is: ["slot"] });

/** @param {Card} card @param {Frame} frame */
const back = (card, frame) => html`<li aria-hidden="true"><span class="q-card">${face(card, frame)}</span></li>`;

/** @param {Zone} zone @param {CardsField | undefined} field @param {Handlers} on @param {Frame} frame */
const cardList = (zone, field, on, frame) => {
  const missing = field ? Math.max((field.count ?? zone.cards.length + 1) - zone.cards.length, 0) : 0;
  const cards = [...zone.cards, ...Array.from({ length: missing }, () => emptySlot(frame))];
  if (!cards.length && !zone.face_down) return nothing;
  const layout = zone.layout ?? "fan";
  const small = OVERLAPPING.includes(layout);
  return html`<ul class="q-cards is-${layout}">${
    cards.map((card, index) => (field ? openCard(card, index, field, small, on, frame) : shownCard(card, frame, small)))
  }${Array.from({ length: zone.layout === "pile" ? Math.min(zone.face_down ?? 0, MOST_BACKS) : (zone.face_down ?? 0) }, () => back({ face: "back", name: "" }, frame))}</ul>`;
};

/** @param {Fault} found @param {Frame} frame */
export const faultText = (found, frame) => html`${found.html ? put(found.html) : found.text}${found.rule ? html` ${ruleLink(found.rule, frame)}` : nothing}`;

/** Whether the value at *inner* is, or lies within, the value at *outer*. @param {string} inner @param {string} outer */
const within = (inner, outer) => inner === outer || (inner.startsWith(outer) && "[.".includes(inner[outer.length]));

/** @param {Field} field @param {Frame} frame */
const faultsOf = (field, frame) => {
  const cells = field.kind === "list" ? field.rows.flat() : [];
  return (frame.faults ?? []).filter(
    ({ path }) => within(path, field.path) && !cells.some((cell) => within(path, cell.path)),
  );
};

/** @param {Field} field @param {Frame} frame */
const faultList = (field, frame) => {
  const found = faultsOf(field, frame);
  return found.length
    ? html`<p class="q-fault" id="${idOf(frame, field.path)}-f" role="alert">${found.map((one) => html`<span>${faultText(one, frame)}</span>`)}</p>`
    : nothing;
};

/** The id of what is wrong with a field, for aria-describedby. @param {Field} field @param {Frame} frame */
const described = (field, frame) => (faultsOf(field, frame).length ? `${idOf(frame, field.path)}-f` : nothing);

/** @param {Field} field @param {Frame} frame */
const invalid = (field, frame) => (faultsOf(field, frame).length ? "true" : nothing);

/** @param {Zone} zone @param {Scene} scene @param {Handlers} on @param {Frame} frame */
const zoneOf = (zone, scene, on, frame) => {
  const field = frame.live ? cardFields(scene.fields ?? []).find(({ path }) => path === zone.id) : undefined;
  const id = idOf(frame, zone.id);
  return html`<div class="q-seat ${zone.layout === "meld" ? "is-meld" : ""}" role="group" data-seat=${zone.seat ?? nothing} data-is=${states(zone.is)}
    dir=${frame.ui.dir} aria-labelledby="${id}-l">
    <h4 id="${id}-l"><span>${put(zone.label_html)}</span>${
      (zone.chips ?? []).map((chip) => html` <span class="q-chip is-${chip.kind}">${put(chip.label_html)}</span>`)
    }</h4>
    ${cardList(zone, field, on, frame)}
    ${zone.note_html ? html`<p>${put(zone.note_html)}</p>` : nothing}
    ${field ? faultList(field, frame) : nothing}
  </div>`;
};

// The way of play round the table: it runs to the right in every language.
export const WAY = html`<svg viewBox="0 0 100 100" aria-hidden="true"><path d="M73 88A45 45 0 0 0 93 63M95 50A45 45 0 0 0 60 6M50 5A45 45 0 0 0 6 40M5 50A45 45 0 0 0 45 95"/><path class="tip" d="m99 65-6-11-6 10ZM64 0 52 5.5 63 12ZM1 37 5.5 49 12.5 39ZM41 100 53 95 43 88.5Z"/></svg>`;

/** @param {Scene} scene @param {Handlers} on @param {Frame} frame */
const seats = (scene, on, frame) => html`<div class="q-seats">
  ${zonesOf(scene, frame).map((zone) => zoneOf(zone, scene, on, frame))}
  <div class="q-way" dir=${frame.ui.dir}>${WAY}<span>${put(scene.centre_html)}${
    scene.way ? html` <span class="q-vh">${scene.way}</span>` : nothing
  }</span></div>
</div>`;

/** @param {Scene} scene @param {Handlers} on @param {Frame} frame */
const rows = (scene, on, frame) => {
  const zones = zonesOf(scene, frame);
  return html`<div class="q-rows ${zones.length === 1 ? "is-one" : ""}">${
    zones.map((zone) => [zoneOf(zone, scene, on, frame), zone.id === frame.picked?.path ? picker(scene, on, frame) : nothing])
  }</div>`;
};

/** What types a card that has no suit among others that do: the star on it. */
export const JOKER = "*";

/** The key with which a card was put in, whether or not its suit is known. @param {CardsField} field @param {Plain} value */
const keyOf = (field, value) =>
  field.keys.find(({ card }) => card === value) ?? field.keys.find(({ card }) => String(value).startsWith(card));

/** The keys that change the picked card; they stand by its cards. @param {Scene} scene @param {Handlers} on @param {Frame} frame */
const picker = (scene, on, frame) => {
  const field = cardFields(scene.fields ?? []).find(({ path }) => path === frame.picked?.path);
  const zone = scene.zones.find(({ id }) => id === field?.path);
  return field && frame.live ? keypad(field, zone?.label_html ?? field.label_html, on, frame) : nothing;
};

/** @param {CardsField} field @param {string} hand  what its cards are called @param {Handlers} on @param {Frame} frame */
const keypad = (field, hand, on, frame) => {
  const index = frame.picked?.index ?? 0;
  const press = (/** @type {string | null} */ key) => on.card?.(field.path, index, key);
  return html`<div class="picker q-try">
    <p id="${frame.id}-pick">${put(fill(frame.ui.card_n, { n: index + 1, hand }))}</p>
    <div class="keys" role="group" aria-labelledby="${frame.id}-pick" dir="ltr">${field.keys.map(
      (key) => html`<button type="button" aria-pressed=${keyOf(field, field.value[index]) === key}
        aria-keyshortcuts=${field.suits?.length && key.whole ? JOKER : nothing}
        @click=${() => press(key.card)}><bdi dir="ltr">${key.card}</bdi><span class="q-vh"> ${key.name}</span></button>`,
    )}</div>
    ${suits(field, index, on, frame)}
    ${field.remove_html && index < field.value.length
      ? html`<button class="q-btn is-bare" type="button" aria-describedby="${frame.id}-pick"
          @click=${() => press(null)}>${put(frame.ui.remove_card ?? field.remove_html)}</button>`
      : nothing}
  </div>`;
};

/** The keys for the suit of the picked card. @param {CardsField} field @param {number} index @param {Handlers} on @param {Frame} frame */
const suits = (field, index, on, frame) => {
  if (!field.suits?.length) return nothing;
  const key = keyOf(field, field.value[index]);
  return html`<div class="keys is-suits" role="group" aria-labelledby="${frame.id}-pick" dir="ltr">${field.suits.map(
    ({ suit, sign, name }) => html`<button type="button" aria-disabled=${!key || key.whole}
      aria-pressed=${Boolean(key) && field.value[index] === `${key?.card}${suit}`}
      @click=${() => (key && !key.whole ? on.card?.(field.path, index, suit) : undefined)}><bdi dir="ltr" aria-hidden="true"><span class="q-suit" data-s=${suit}>${sign}</span></bdi><span class="q-vh">${name}</span></button>`,
  )}</div>`;
};

// ---------- fields ----------

/** @param {ChoiceField["choices"][0]} choice */
const labelOf = (choice) => choice.label ?? plainText(choice.label_html);

/** @param {ChoiceField} field */
const sideBySide = ({ choices }) =>
  choices.length <= SIDE_BY_SIDE.choices &&
  choices.reduce((sum, choice) => sum + labelOf(choice).length, 0) <= SIDE_BY_SIDE.characters;

/** @param {ChoiceField} field @param {Handlers} on @param {Frame} frame */
const buttons = (field, on, frame) => {
  const id = idOf(frame, field.path);
  return html`<div class="q-field" role="group" aria-labelledby="${id}-l"
    aria-describedby=${described(field, frame)}>
    <span class="q-label" id="${id}-l">${put(field.label_html)}</span>
    <div class="pick">${field.choices.map(
      (choice) => html`<button type="button" aria-pressed=${same(choice.value, field.value)}
        @click=${() => on.set?.(field.path, choice.value)}>${put(choice.label_html)}</button>`,
    )}</div>
    ${faultList(field, frame)}
  </div>`;
};

/** @param {ChoiceField} field @param {Handlers} on @param {Frame} frame */
const list = (field, on, frame) => {
  const id = idOf(frame, field.path);
  const known = field.choices.some((choice) => same(choice.value, field.value));
  return html`<div class="q-field"><label class="q-label" for=${id}>${put(field.label_html)}</label>
    <select id=${id} aria-invalid=${invalid(field, frame)} aria-describedby=${described(field, frame)}
      @change=${(/** @type {Event} */ event) => on.set?.(field.path, field.choices[chosen(event) - (known ? 0 : 1)]?.value ?? null)}>
      ${known ? nothing : html`<option selected></option>`}${field.choices.map(
        (choice) => html`<option ?selected=${same(choice.value, field.value)}>${labelOf(choice)}</option>`,
      )}
    </select>
    ${faultList(field, frame)}
  </div>`;
};

/** @param {Event} event */
const chosen = (event) => /** @type {HTMLSelectElement} */ (event.currentTarget).selectedIndex;

/** @param {Event} event */
const written = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;

/** @param {NumberField} field @param {Handlers} on @param {Frame} frame */
const number = (field, on, frame) => {
  const id = idOf(frame, field.path);
  return html`<div class="q-field"><label class="q-label" for=${id}>${put(field.label_html)}</label>
    <input id=${id} type="text" inputmode="numeric" autocomplete="off" dir="ltr" size="4"
      value=${frame.typed?.[field.path] ?? (field.value === null ? "" : String(field.value))}
      aria-invalid=${invalid(field, frame)} aria-describedby=${described(field, frame)}
      @input=${(/** @type {Event} */ event) => on.type?.(field.path, written(event))}>
    ${faultList(field, frame)}
  </div>`;
};

/** @param {TextField} field @param {Handlers} on @param {Frame} frame */
const text = (field, on, frame) => {
  const id = idOf(frame, field.path);
  return html`<div class="q-field"><label class="q-label" for=${id}>${put(field.label_html)}</label>
    <input id=${id} type="text" autocomplete="off" dir="auto" value=${field.value}
      aria-invalid=${invalid(field, frame)} aria-describedby=${described(field, frame)}
      @input=${(/** @type {Event} */ event) => on.write?.(field.path, written(event))}>
    ${faultList(field, frame)}
  </div>`;
};

/** @param {ListField} field @param {Handlers} on @param {Frame} frame */
const listRows = (field, on, frame) => {
  const id = idOf(frame, field.path);
  return html`<div class="q-field is-list" role="group" aria-labelledby="${id}-l"
    aria-describedby=${described(field, frame)}>
    <span class="q-label" id="${id}-l">${put(field.label_html)}</span>
    <ol class="q-list">${field.rows.map((row, index) => listRow(field, row, index, on, frame))}</ol>
    <button class="q-btn" type="button" id="${id}-add" @click=${() => on.add?.(field.path, field.blank)}>${put(field.add_html)}</button>
    ${faultList(field, frame)}
  </div>`;
};

/** @param {ListField} field @param {Field[]} row @param {number} index @param {Handlers} on @param {Frame} frame */
const listRow = (field, row, index, on, frame) => {
  const name = html`<bdi dir="ltr">${index + 1}</bdi>`;
  const remove = html`<button class="q-btn is-bare" type="button"
    @click=${() => on.remove?.(field.path, index)}>${put(field.remove_html)}<span class="q-vh"> ${name}</span></button>`;
  if (!row.some(({ kind }) => kind === "cards")) {
    return html`<li>${row.map((cell) => fieldOf(cell, on, frame, true))} ${remove}</li>`;
  }
  return html`<li class="of-cards"><span class="q-no" aria-hidden="true">${name}</span>${remove}${row.map((cell) =>
    cell.kind === "cards" ? looseCards(cell, on, frame, index + 1) : fieldOf(cell, on, frame, true),
  )}</li>`;
};

/** The cards of a field as they are drawn where the scene has none. @param {CardsField} field @returns {Card[]} */
export const cardsOf = (field) =>
  field.value.map((value) => {
    const key = keyOf(field, value);
    const suit = key?.whole ? undefined : field.suits?.find(({ suit }) => value === `${key?.card}${suit}`);
    if (!key || !(key.whole || suit)) return { face: null, name: String(value) };
    return suit ? { face: String(value), name: `${key.name} ${suit.name}` } : { face: key.face, name: key.name };
  });

/**
 * Return the cards of a field once a key has been pressed for the card at *index*, and the card to change next. A rank
 * waits for its suit, and until then takes the first that is free; null takes the card out.
 *
 * @param {CardsField} field
 * @param {number} index
 * @param {string | null} pressed  the rank or suit
 */
export const afterKey = (field, index, pressed) => {
  const cards = [...field.value];
  const at = Math.min(index, cards.length);
  if (pressed === null) return { cards: cards.filter((_, place) => place !== at), index: at };
  const key = field.keys.find(({ card }) => card === pressed);
  const before = keyOf(field, cards[at]);
  if (key?.whole) cards[at] = pressed;
  else if (key) cards[at] = `${pressed}${suitFor(field, cards, at, pressed)}`;
  else if (before && !before.whole) cards[at] = `${before.card}${pressed}`;
  else return { cards, index: at };
  const last = (field.count ?? cards.length + 1) - 1;
  return { cards, index: key && !key.whole ? at : Math.min(at + 1, Math.max(last, cards.length - 1)) };
};

/** The suit that a new rank takes: the one of the card before it, if the rank is free in it. @param {CardsField} field
 * @param {Plain[]} cards @param {number} at @param {string} rank */
const suitFor = (field, cards, at, rank) => {
  const names = field.suits.map(({ suit }) => suit);
  const had = names.filter((suit) => String(cards[at] ?? "").endsWith(suit));
  return [...had, ...names].find((suit) => !cards.some((card, place) => place !== at && card === `${rank}${suit}`)) ?? names[0];
};

/**
 * Cards that no zone shows, with their keys while one is picked.
 *
 * @param {CardsField} field
 * @param {Handlers} on
 * @param {Frame} frame
 * @param {number} [number]  of the row of a list that they stand in
 * @returns {unknown}
 */
const looseCards = (field, on, frame, number) => {
  const cards = cardsOf(field);
  const id = idOf(frame, field.path);
  const name = number ? fill(frame.ui.row_n ?? "{list}", { list: field.label_html, n: number }) : field.label_html;
  return html`<div class="q-field is-cards" role="group" aria-labelledby="${id}-l">
    <span class=${number ? "q-vh" : "q-label"} id="${id}-l">${put(name)}</span>
    ${cardList({ id: field.path, seat: null, label_html: "", cards, layout: "row" }, field, on, frame)}
    ${faultList(field, frame)}
    ${frame.picked?.path === field.path ? keypad(field, name, on, frame) : nothing}
  </div>`;
};

/** @param {Field} field @param {Handlers} on @param {Frame} frame @param {boolean} [close] @returns {unknown} */
export const fieldOf = (field, on, frame, close = false) => {
  if (field.kind === "number") return number(field, on, frame);
  if (field.kind === "text") return text(field, on, frame);
  if (field.kind === "list") return listRows(field, on, frame);
  if (field.kind === "cards") return looseCards(field, on, frame);
  return close || !sideBySide(field) ? list(field, on, frame) : buttons(field, on, frame);
};

/** The fields that no zone of cards stands for. @param {Scene} scene @param {Handlers} on @param {Frame} frame */
const fields = (scene, on, frame) => {
  const zones = scene.zones.map(({ id }) => id);
  const loose = (scene.fields ?? []).filter((field) => field.kind !== "cards" || !zones.includes(field.path));
  const options = loose.filter(({ path }) => within(path, "variant"));
  const others = loose.filter((field) => !options.includes(field));
  // What is wrong with cards stands at the cards alone, not also at the choice whether there are any.
  const quiet = { ...frame, faults: [] };
  const hands = cardFields(scene.fields ?? []);
  /** @param {Field} field */
  const doubled = (field) => hands.some((hand) => hand !== field && hand.path === field.path);
  return html`<div class="q-fields q-try">${others.map((field) => fieldOf(field, on, doubled(field) ? quiet : frame))}${
    options.length
      ? html`<details class="q-options"><summary>${put(frame.ui.options)}</summary><div
          class="q-fields">${options.map((field) => fieldOf(field, on, frame))}</div></details>`
      : nothing
  }</div>`;
};

// ---------- what is said ----------

/** @param {{title_html: string, href: string, ruling?: boolean}} reason @param {Frame} frame */
export const ruleLink = (reason, frame) =>
  html`<a class=${reason.ruling ? "is-ruling" : nothing} href="${frame.root}${reason.href}">${put(reason.title_html)}</a>`;

/** @param {Because[]} because @param {Frame} frame */
export const links = (because, frame) =>
  because.length
    ? html`<p class="q-because"><span>${put(frame.ui.because)}</span>${because.map((reason) => html` ${ruleLink(reason, frame)}`)}</p>`
    : nothing;

/** @param {Because[]} because @param {Frame} frame */
export const reasons = (because, frame) => html`<ol class="q-reasons">${because.map(
  (reason) => html`<li>${put(reason.says_html)} ${ruleLink(reason, frame)}</li>`,
)}</ol>`;

/** @param {Verdict} verdict @param {Frame} frame */
const why = (verdict, frame) => {
  if (!verdict.because.length) return nothing;
  return verdict.table
    ? html`<details class="q-why"><summary>${put(frame.ui.why)}</summary>${reasons(verdict.because, frame)}</details>`
    : html`<div class="q-why"><p>${put(frame.ui.why)}</p>${reasons(verdict.because, frame)}</div>`;
};

/** A line of the table; its name leads to the rule behind it. @param {string} tag @param {Row} row @param {Frame} frame */
const tableRow = (tag, row, frame) => html`<tr class=${tag || nothing}><th scope="row">${
  row.href ? html`<a href="${frame.root}${row.href}">${put(row.label_html)}</a>` : put(row.label_html)
}</th>${row.cells_html.map(
  (cell) => html`<td class=${cell ? nothing : "nil"}>${put(cell)}</td>`,
)}</tr>`;

/** @param {Table} table @param {Frame} frame */
export const tableOf = (table, frame) => html`<table class="score">
  <caption>${put(table.caption_html)}</caption>
  <thead><tr>${table.head_html.map((cell) => (cell ? html`<th scope="col">${put(cell)}</th>` : html`<td></td>`))}</tr></thead>
  <tbody>${table.rows.map((row) => tableRow("", row, frame))}</tbody>
  ${table.total ? html`<tfoot>${tableRow("total", table.total, frame)}</tfoot>` : nothing}
</table>`;

/** The faults that no field shows. @param {Scene} scene @param {Frame} frame */
const otherFaults = (scene, frame) => {
  const shown = (scene.fields ?? []).flatMap((field) => (field.kind === "list" ? [field, ...field.rows.flat()] : [field]));
  const rest = (frame.faults ?? []).filter(({ path }) => !shown.some((field) => within(path, field.path)));
  return rest.length
    ? html`<div class="q-said is-wrong" role="alert">${rest.map((one) => html`<p>${faultText(one, frame)}</p>`)}</div>`
    : nothing;
};

/** Shares of a whole: what each is called and how much it is, with a bar that only shows it again. @param {Bar[]} all */
const bars = (all) => html`<dl class="q-bars">${all.map(
  ({ label_html, note_html, marks }) => html`<div><dt>${put(label_html)}${note_html ? html` <small>${put(note_html)}</small>` : nothing}</dt>${
    marks.map(
      (mark) => html`<dd><span>${put(mark.label_html)}</span> <b>${put(mark.share_html)}</b>
        <progress class="q-bar is-${mark.kind}" aria-hidden="true" max="1000" value=${mark.permille}></progress></dd>`,
    )
  }</div>`,
)}</dl>`;

/** @param {Verdict} said */
const answer = (said) => html`${said.lines_html.map((line) => html`<p>${put(line)}</p>`)}${said.bars ? bars(said.bars) : nothing}`;

/** The points, line by line, and the reasons. @param {Verdict} said @param {Frame} frame */
const account = (said, frame) => html`${said.table ? tableOf(said.table, frame) : nothing}${why(said, frame)}`;

/**
 * The answer, whole. On a live board its sentences stand at the cards, where the reader is, and the account after the
 * fields that change it.
 *
 * @param {Scene} scene @param {Handlers} on @param {Frame} frame
 */
const verdict = (scene, on, frame) => {
  const said = scene.verdict;
  const state = frame.stale ? "stale" : nothing;
  if (!frame.live) return said ? html`<div class="q-verdict" aria-live="polite">${answer(said)}${account(said, frame)}</div>` : nothing;
  return html`<div class="q-verdict" aria-live="polite" data-is=${state}>${said ? answer(said) : nothing}</div>
  ${fields(scene, on, frame)}
  <div class="q-verdict is-account" data-is=${state}>${said ? account(said, frame) : nothing}</div>`;
};

/** @param {string} lang @param {number} bytes */
export const megabytes = (lang, bytes) =>
  new Intl.NumberFormat(lang, { numberingSystem: "latn", minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(bytes / 1e6);

/** Why the engine failed. @param {Status | undefined} status @param {Words} ui */
export const whyFailed = (status, ui) => (status?.why ? ui[`failed_${status.why}`] : undefined);

/** The ways on after the engine has failed. @param {Status} status @param {(() => void) | undefined} retry @param {Words} ui */
export const waysOn = ({ why }, retry, ui) => html`<div class="q-acts">${
  why === "new"
    ? html`<button class="q-btn is-main" type="button" data-do="reload" @click=${() => location.reload()}>${put(ui.offline_reload)}</button>`
    : nothing
}<button class="q-btn ${why === "new" ? "" : "is-main"}" type="button" data-do="retry" @click=${retry}>${put(ui.retry)}</button></div>`;

/**
 * What is said while the engine loads, or when it did not come.
 *
 * @param {Status | undefined} status @param {string} lang @param {Handlers} on @param {Frame} frame
 */
const tray = (status, lang, on, frame) => {
  const { ui, id } = frame;
  if (status?.name === "loading") {
    const values = { done: megabytes(lang, status.done), total: megabytes(lang, status.total) };
    return html`<div class="q-said" role="status"><p class="q-head" id="${id}-load">${put(ui.loading)}</p>
      <progress class="q-bar" aria-labelledby="${id}-load" max=${status.total || 1} value=${status.done}></progress>
      <p aria-hidden="true">${put(fill(ui.loading_bytes, values))}</p>
      <div class="q-acts"><button class="q-btn" type="button" @click=${on.cancel}>${put(ui.cancel)}</button></div></div>`;
  }
  if (status?.name === "failed") {
    const told = status.why === "silent" ? ui.failed_answer : ui.failed;
    return html`<div class="q-said is-wrong is-failure" role="alert"><p class="q-head">${put(told)}</p>
      <p>${put(whyFailed(status, ui))} ${put(ui.failed_kept)}</p>${waysOn(status, on.retry, ui)}</div>`;
  }
  return nothing;
};

/**
 * What is drawn until the first scene has come: how far the engine is, or why no scene comes.
 *
 * @param {string} lang
 * @param {Handlers} on
 * @param {Frame} frame
 */
export const waiting = (lang, on, frame) => html`${tray(frame.status, lang, on, frame)}${
  frame.faults?.length
    ? html`<div class="q-said is-wrong" role="alert">${frame.faults.map((one) => html`<p>${faultText(one, frame)}</p>`)}</div>`
    : nothing
}`;

// ---------- a board ----------

/** @param {Handlers} on @param {Frame} frame */
const viewSwitch = (on, frame) => {
  const text = frame.view === "text";
  return html`<button class="q-view" type="button" aria-pressed=${text} @click=${on.view}><svg viewBox="0 0 16 16"
    aria-hidden="true"><path d="M1 3H15M1 8H15M1 13H9"/></svg>${put(frame.ui.as_text)}</button>`;
};

/** @param {Frame} frame */
const title = (frame) => html`<a class="q-ring" href="#${frame.id}" title=${frame.id}><span
  class="q-vh">${put(frame.ui.link_here)}</span></a>${put(frame.title_html)}`;

/** What a figure is called; a question that cannot be used has no name of its own. @param {Scene} scene @param {Frame} frame */
const called = (scene, frame) => frame.title_html ?? frame.caption_html ?? scene.heading_html ?? (frame.live ? frame.ui.own_cards : null);

/** @param {Scene} scene @param {Handlers} on @param {Frame} frame */
const head = (scene, on, frame) => html`<div class="q-board-head">
  <div>${
    called(scene, frame)
      ? html`<h3 id="${frame.id}-t">${frame.title_html ? title(frame) : put(called(scene, frame))}</h3>`
      : nothing
  }${
    frame.teaches_html ? html`<p class="q-teaches">${put(frame.teaches_html)}</p>` : nothing
  }${frame.title_html ? html`<p>${put(scene.heading_html)}</p>` : nothing}</div>
  ${viewSwitch(on, frame)}
</div>`;

/** @param {Handlers} on @param {Frame} frame */
const ownBar = (on, frame) =>
  frame.live && frame.changed
    ? html`<p class="own-bar"><b>${put(frame.ui.own_cards)}</b>
        <button class="q-btn is-bare" type="button" @click=${on.reset}>${put(frame.ui.reset)}</button></p>`
    : nothing;

/** @param {Handlers} on @param {Frame} frame */
const acts = (on, frame) => {
  if (frame.live) {
    return html`<div class="q-acts q-try"><button class="q-btn" type="button" @click=${on.link}>${put(frame.ui.copy_link)}</button>
      <span class="q-ink3" role="status">${put(frame.copied_html)}</span></div>`;
  }
  return frame.plain
    ? html`<div class="q-acts q-try"><button class="q-btn" type="button" data-do="own">${put(frame.ui.try_own)}</button></div>`
    : nothing;
};

/** @param {Scene} scene */
const log = (scene) =>
  scene.log_html?.length ? html`<ol class="q-log">${scene.log_html.map((said) => html`<li>${put(said)}</li>`)}</ol>` : nothing;

/** @param {Scene} scene @param {Handlers} on @param {Frame} frame */
const felt = (scene, on, frame) => {
  const seated = scene.layout === "seats";
  const picked = seated && scene.zones.some(({ id }) => id === frame.picked?.path);
  return html`<div class="q-felt">${zonesOf(scene, frame).length ? (seated ? seats : rows)(scene, on, frame) : nothing}${log(scene)}${
    picked ? picker(scene, on, frame) : nothing
  }</div>`;
};

/**
 * A board: a figure with its cards, its fields if it is live, and what is said of them.
 *
 * @param {Scene} scene
 * @param {Handlers} on
 * @param {Frame} frame
 */
export const board = (scene, on, frame) => html`<figure class="q-board" id=${frame.id} data-view=${frame.view ?? "picture"}
  data-live=${frame.live ? "true" : nothing} aria-labelledby=${called(scene, frame) ? `${frame.id}-t` : nothing}>
  ${head(scene, on, frame)}
  ${ownBar(on, frame)}
  ${felt(scene, on, frame)}
  ${otherFaults(scene, frame)}
  ${tray(frame.status, scene.lang, on, frame)}
  ${verdict(scene, on, frame)}
  ${acts(on, frame)}
</figure>`;

/**
 * A documented example: its board with the answer, and the question that it starts from when it is tried.
 *
 * @param {Scene} scene
 * @param {Frame} frame
 */
export const example = (scene, frame) => html`<q-board data-question=${JSON.stringify(scene.question)} data-game=${scene.game}
  data-game-root=${frame.root}>${board(scene, {}, { ...frame, plain: true })}</q-board>`;

// ---------- a walkthrough ----------

/** @param {Choice} choice @param {number} index @param {Frame} frame */
const choiceButton = (choice, index, frame) => html`<button type="button" class="choice ${choice.card ? "is-card" : ""}"
  data-choice=${choice.id} aria-pressed="false"><kbd>${index + 1}</kbd> ${
    choice.card ? html`<span class="q-card">${face(choice.card, frame)}</span>` : html`<span>${put(choice.label_html)}</span>`
  } <em class=${choice.right ? "is-good" : nothing}
  hidden>${put(choice.right ? frame.ui.right : frame.ui.not_this_time)}</em></button>`;

/** @param {Choice} choice @param {Step} step @param {Frame} frame */
const told = (choice, step, frame) => html`<div class="q-said ${choice.right ? "is-good" : "is-wrong"}" data-choice=${choice.id}
  data-right=${choice.right ? "true" : nothing}>
  <h4>${put(choice.label_html)}</h4>
  <div>${put(choice.tell_html)}</div>
  ${links(choice.because ?? [], frame)}
  ${
    choice.right
      ? nothing
      : html`<div class="q-acts q-try"><button class="q-btn is-main" type="button" data-do="again">${put(frame.ui.try_again)}</button>${
          step.hints_html?.length
            ? html` <button class="q-btn" type="button" data-do="hint">${put(frame.ui.next_hint)}</button>`
            : nothing
        }</div>`
  }
</div>`;

/** What the reader is asked, where no board has it for its heading. @param {Step} step @param {string} id */
const asked = (step, id) => (step.asks_html ? html`<h3 id="${id}-t">${put(step.asks_html)}</h3>` : nothing);

/** @param {Step} step @param {string} id @param {Frame} frame */
const choicesOf = (step, id, frame) => {
  const choices = step.choices ?? [];
  return choices.length
    ? html`<div class="choices q-try" role="group" aria-labelledby="${id}-t">${
        choices.map((choice, index) => choiceButton(choice, index, frame))
      }</div>
      <div class="tray" aria-live="assertive">${choices.map((choice) => told(choice, step, frame))}</div>`
    : nothing;
};

/** @param {Step} step @param {string} id @param {Frame} frame */
const ladder = (step, id, frame) => {
  const hints = step.hints_html ?? [];
  if (!hints.length) return nothing;
  const { ui } = frame;
  return html`<section class="ladder" aria-labelledby="${id}-h"><h3 id="${id}-h">${put(ui.hints)}</h3>
    <ol class="rungs">${hints.map((hint) => html`<li>${put(hint)}</li>`)}</ol>
    <div class="q-try">${hints.map(
      (_, index) => html`<button class="q-btn" type="button" data-do="hint" data-rung=${index} ?hidden=${index > 0}>${
        put(fill(index ? ui.hint_n : ui.first_hint, { n: index + 1, of: hints.length }))
      }</button>`,
    )}<p class="q-ink3" data-rung=${hints.length} hidden>${put(ui.no_more_hints)}</p></div></section>`;
};

/** @param {Step} step @param {Frame} frame */
const otherwise = (step, frame) => html`<div class="q-note is-variant other q-try"><span class="q-voice">${put(frame.ui.try_otherwise)}</span>
  ${step.otherwise_html ? html`<div>${put(step.otherwise_html)}</div>` : nothing}
  <button class="q-btn is-bare" type="button" data-do="otherwise">${put(frame.ui.open_with_these)}</button></div>`;

/** @param {Step} step @param {string} walkthrough @param {Frame} frame */
const stepBar = (step, walkthrough, frame) => {
  const { ui } = frame;
  return html`<nav class="stepbar" aria-label=${plainText(ui.steps ?? "")}>${
    step.back
      ? html`<a class="q-btn" rel="prev" href="#${walkthrough}:${step.back.id}"><span class="q-turn"></span>${put(ui.back)}<span
          class="q-vh">: ${put(step.back.title_html)}</span></a>`
      : html`<span></span>`
  }<span class="where">${put(step.title_html)} <small>${put(fill(ui.step_of, { n: step.number, of: step.of }))}</small></span>${
    step.next
      ? html`<a class="q-btn is-main" rel="next" href="#${walkthrough}:${step.next.id}">${put(ui.next)}<span
          class="q-vh">: ${put(step.next.title_html)}</span><span class="q-turn is-next"></span></a>`
      : html`<span></span>`
  }</nav>`;
};

/** Whether there is no other step to go to. @param {Step} step */
const alone = (step) => step.of === 1;

/**
 * A step of a walkthrough, complete: all that can be told in it stands there, and the component shows it bit by bit.
 *
 * @param {Step} step
 * @param {string} walkthrough  its id
 * @param {Frame} frame
 */
export const step = (step, walkthrough, frame) => {
  const id = `${walkthrough}:${step.id}`;
  const inner = { ...frame, id: `${id}:board`, caption_html: step.asks_html ?? undefined };
  return html`<section class="q-step" id=${id} aria-labelledby="${id}:title" data-asks=${step.choices?.length ? "true" : nothing}
    data-question=${step.scene ? JSON.stringify(step.scene.question) : nothing}>
    <header><p class="q-kicker" ?hidden=${alone(step)}>${put(fill(frame.ui.step_of, { n: step.number, of: step.of }))}</p>
      <h2 id="${id}:title" tabindex="-1">${put(step.title_html)}</h2>
      ${step.tells_html ? html`<div class="q-tells">${put(step.tells_html)}</div>` : nothing}</header>
    ${step.scene ? board(step.scene, {}, inner) : asked(step, inner.id)}
    ${choicesOf(step, inner.id, frame)}
    ${
      step.answered
        ? html`<div class="q-answered">${board(step.answered, {}, { ...frame, id: `${id}:answered` })}</div>`
        : nothing
    }
    <aside class="q-side" aria-label=${plainText(frame.ui.help ?? "")}>${ladder(step, id, frame)}${step.scene ? otherwise(step, frame) : nothing}</aside>
    <div class="q-here" hidden></div>
    ${alone(step) ? nothing : stepBar(step, walkthrough, frame)}
    <div class="q-keys q-try"><button class="q-btn is-bare" type="button" data-do="keys"><kbd>?</kbd> ${put(frame.ui.keys_title)}</button></div>
  </section>`;
};

/** @param {Walkthrough} walkthrough @param {Words} ui */
const track = (walkthrough, ui) => html`<div class="q-track"><details>
  <summary><span class="track">${walkthrough.steps.map((_, place) => html`<i class=${place ? "" : "is-now"}></i>`)}<span class="q-place">${
    put(fill(ui.step_of, { n: 1, of: walkthrough.steps.length }))
  }</span></span></summary>
  <ol class="steps">${walkthrough.steps.map(
    (step) => html`<li><a href="#${walkthrough.id}:${step.id}"><span>${put(step.title_html)}</span></a></li>`,
  )}</ol>
</details></div>`;

/** @param {Step[]} all @param {number} index @returns {Step} */
const linked = (all, index) => ({ ...all[index], back: all[index - 1] ?? null, next: all[index + 1] ?? null });

/**
 * A whole walkthrough.
 *
 * @param {Walkthrough} walkthrough
 * @param {Frame} frame
 */
export const steps = (walkthrough, frame) => html`<q-steps data-id=${walkthrough.id} data-game=${walkthrough.game}
  data-game-root=${frame.root}>${walkthrough.steps.length > 1 ? track(walkthrough, frame.ui) : nothing}${
    walkthrough.steps.map((_, index) => step(linked(walkthrough.steps, index), walkthrough.id, frame))
  }</q-steps>`;

// ---------- the referee ----------

/** @typedef {{ask: string, label_html: string, question: Question}} Kind */

/**
 * The referee's page: which kind of question, and the board with its fields.
 *
 * @param {Scene} scene
 * @param {Kind[]} kinds
 * @param {Frame} frame
 */
export const referee = (scene, kinds, frame) => html`<q-referee data-game=${scene.game} data-kind=${scene.ask}
  data-game-root=${frame.root} data-scene=${JSON.stringify(scene)}>
  <nav class="q-kinds" aria-labelledby="${frame.id}-kinds"><h2 class="q-vh" id="${frame.id}-kinds">${put(frame.ui.kinds)}</h2>${
    kinds.map(
      (kind) => html`<a class="q-btn" href="?ask=${encodeURIComponent(JSON.stringify(kind.question))}" data-kind=${kind.ask}
        aria-current=${kind.ask === scene.ask ? "true" : nothing}>${put(kind.label_html)}</a>`,
    )
  }</nav>
  <p class="q-said q-scriptless">${put(frame.ui.needs_script)}</p>
  <div class="q-here">${board(scene, {}, { ...frame, live: true, picked: firstCard(scene) })}</div>
</q-referee>`;

/**
 * Return the first card that can be changed, best one on the table: it is picked until the reader picks another, so that
 * nothing jumps.
 *
 * @param {Scene} scene
 */
export const firstCard = (scene) => {
  const all = cardFields(scene.fields ?? []);
  const field = all.find(({ path }) => scene.zones.some(({ id }) => id === path)) ?? all[0];
  return field ? { path: field.path, index: 0 } : null;
};

/**
 * The list of keys of a walkthrough.
 *
 * @param {Words} ui
 * @param {number} choices  the most that a step offers
 */
export const keyList = (ui, choices) => {
  const rtl = ui.dir === "rtl";
  const keys = [
    [rtl ? "←" : "→", ui.key_next],
    [rtl ? "→" : "←", ui.key_back],
    [choices > 1 ? `1–${choices}` : "", ui.key_answer],
    ["h", ui.key_hint],
    ["?", ui.key_list],
  ];
  return html`<h2>${put(ui.keys_title)}</h2>
    <dl>${keys.map(([key, label]) => (key ? html`<div><dt><kbd>${key}</kbd></dt><dd>${put(label)}</dd></div>` : nothing))}</dl>
    <form method="dialog"><button class="q-btn is-main">${put(ui.close)}</button></form>`;
};
