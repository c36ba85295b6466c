// The score sheet drawn: what rules_engine.sheets says of it, as markup. The press draws the empty sheet with these
// templates, the component every other one. Names that readers have typed are bound as text.
import { faultText, fieldOf, fill, idOf, megabytes, plainText, reasons, waysOn, whyFailed } from "./draw.js";
import { html, nothing, put } from "./lit.js";

/** @import {Because, Fault, Field, Frame, Handlers, NumberField, Plain, Question, Status, Words} from "./types.js" */
/** @import {Kept, Stand} from "./sheetstore.js" */

/** @typedef {{team: number, lance: string, label_html: string, points_html: string, href: string}} Item */
/** @typedef {{items: Item[], gains: number[], gains_html: string[], sums_html: (string | null)[], because: Because[]}} Account */
/**
 * @typedef {object} Tally
 * @property {number} team
 * @property {number} points
 * @property {string} points_html
 * @property {string | null} note_html
 * @property {boolean} won
 * @property {boolean} leads
 * @property {string | null} games_html
 * @property {number | null} large
 * @property {number | null} small
 * @property {number | null} large_most
 * @property {string | null} chips_text
 */
/**
 * @typedef {Partial<Account> & {place: number, number_html: string, label: string, label_html: string,
 *   totals_html: string[], ends_html?: string}} Line
 */
/** @typedef {Fault & {unfinished: boolean}} EntryFault */
/** @typedef {{path: string, team: number | null, label_html: string, fields: (Field & {step?: number})[]}} Group */
/**
 * @typedef {object} Entry
 * @property {number} place
 * @property {{[key: string]: Plain}} line
 * @property {string} label_html
 * @property {Group[]} groups
 * @property {Account | null} account
 * @property {string | null} ends_html
 * @property {EntryFault[]} faults
 */
/**
 * What the page of a sheet draws.
 *
 * @typedef {object} SheetScene
 * @property {string} game
 * @property {string} lang
 * @property {Question} question
 * @property {{team: number, label: string, label_html: string, named: boolean}[]} teams
 * @property {Tally[]} tallies
 * @property {string} target_html
 * @property {number} chips
 * @property {string | null} legend_html
 * @property {boolean} fold
 * @property {{[key: string]: Plain}} blank
 * @property {number[][]} totals
 * @property {Line[]} lines
 * @property {string[]} said_html
 * @property {boolean} over
 * @property {number | null} leader
 * @property {Because[]} ended
 * @property {Field[]} fields
 * @property {Entry | null} entry
 * @property {string} share
 * @property {string} title
 */
/**
 * What the page knows besides the scene.
 *
 * @typedef {object} Drawn
 * @property {boolean} cold  whether the lines are known by their totals alone
 * @property {boolean} strict  whether everything that is missing in the line is said
 * @property {number} group  which fields are open, where they fold; -1 for none
 * @property {ReadonlySet<number>} opened  the lines that show their items
 * @property {string | null} error
 * @property {string | null} said
 * @property {boolean} visiting  whether the sheet comes from a link
 * @property {"forbidden" | "full" | null} trouble
 * @property {"unreadable" | "version" | null} damaged  what lies here and cannot be read
 * @property {boolean} uncounted  whether the sheet holds something that cannot be counted
 * @property {number | null} deleting  the earlier match about to be deleted
 * @property {boolean} editing  whether the line being filled in has stood on the sheet before
 * @property {Kept} kept
 * @property {Status | undefined} status
 */
/**
 * What the page does when it is used.
 *
 * @typedef {Handlers & {
 *   step?: (path: string, value: number) => void, fold?: (index: number) => void, cancelEdit?: () => void,
 *   enter?: () => void, open?: (place: number) => void, edit?: (place: number) => void, drop?: (place: number) => void,
 *   undo?: () => void, redo?: () => void, begin?: () => void, resume?: (index: number) => void,
 *   ask?: (index: number | null) => void, discard?: (index: number) => void, name?: (index: number, text: string) => void,
 *   names?: (count: number) => void, option?: (path: string, value: Plain) => void, text?: () => void, image?: () => void,
 *   link?: () => void, save?: () => void, load?: (event: Event) => void, adopt?: () => void, own?: () => void,
 *   saveDamaged?: () => void, forget?: () => void}} SheetHandlers
 */

/** The longest name, in characters. */
export const LONGEST_NAME = 40;

/** @param {{label: string}} team */
const nameOf = (team) => html`<bdi>${team.label}</bdi>`;

// ---------- the board ----------

/** @param {number} filled @param {number} most @param {string} kind */
const stones = (filled, most, kind) =>
  Array.from({ length: most }, (_, place) => html`<i class="${kind} ${place < filled ? "" : "off"}"></i>`);

/** @param {Tally} tally @param {SheetScene} scene */
const chips = (tally, scene) =>
  scene.chips
    ? html`<div class="stones" role="img" aria-label=${tally.chips_text ?? nothing}>${stones(tally.large ?? 0, tally.large_most ?? 0, "a")}${
        stones(tally.small ?? 0, scene.chips - 1, "b")
      }</div>`
    : nothing;

/** @param {SheetScene} scene @param {Drawn} drawn @param {Words} ui */
const board = (scene, drawn, ui) => html`<section class="score-board" aria-label=${plainText(ui.sheet_score ?? "")}>${scene.tallies.map(
  (tally) => html`<div class="side ${tally.leads ? "leads" : ""} ${tally.won ? "won" : ""}">
    <h2>${nameOf(scene.teams[tally.team])}</h2>
    <p class="big">${put(tally.points_html)}</p>
    ${chips(tally, scene)}
    ${tally.games_html ? html`<p class="games">${put(tally.games_html)}</p>` : nothing}
    <p class="left">${tally.note_html ? put(tally.note_html) : html`&nbsp;`}</p>
  </div>`,
)}</section>
<div class="under">
  ${scene.legend_html ? html`<p class="legend">${put(scene.legend_html)}</p>` : nothing}
  <p class="now" role="status" aria-live="polite">${drawn.cold ? nothing : scene.said_html.map((said) => html`<span>${put(said)}</span> `)}<span
    class="target">${put(scene.target_html)}</span></p>
</div>`;

/** @param {Drawn} drawn @param {SheetHandlers} on @param {Words} ui */
const tools = (drawn, on, ui) => html`<div class="q-acts sheet-tools q-try">
  <button class="q-btn" type="button" data-do="undo" aria-keyshortcuts="u" aria-disabled=${!drawn.kept.past.length} @click=${on.undo}>${put(ui.sheet_undo)}</button>
  <button class="q-btn" type="button" data-do="redo" aria-keyshortcuts="r" aria-disabled=${!drawn.kept.future.length} @click=${on.redo}>${put(ui.sheet_redo)}</button>
</div>`;

// ---------- the line being filled in ----------

/** @param {Field} field */
const chosenLabel = (field) =>
  field.kind === "choice" ? field.choices.find((choice) => same(choice.value, field.value))?.label_html : undefined;

/** @param {Plain} one @param {Plain} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {EntryFault[]} faults @param {Drawn} drawn */
const told = (faults, drawn) => faults.filter(({ unfinished }) => drawn.strict || !unfinished);

/** @param {string} inner @param {string} outer */
const within = (inner, outer) => inner === outer || (inner.startsWith(outer) && "[.".includes(inner[outer.length]));

/** @param {Field} field @param {Entry} entry @param {Drawn} drawn @param {Frame} frame */
const faultOf = (field, entry, drawn, frame) => {
  const found = told(entry.faults, drawn).filter(({ path }) => path === field.path);
  return found.length
    ? html`<p class="q-fault" id="${idOf(frame, field.path)}-f" role="alert">${found.map((one) => html`<span>${faultText(one, frame)}</span>`)}</p>`
    : nothing;
};

/** @param {Field} field @param {Entry} entry @param {Drawn} drawn @param {Frame} frame */
const describedBy = (field, entry, drawn, frame) =>
  told(entry.faults, drawn).some(({ path }) => path === field.path) ? `${idOf(frame, field.path)}-f` : nothing;

/** A number with a button on either side. @param {NumberField & {step?: number}} field @param {Entry} entry @param {Drawn} drawn
 * @param {SheetHandlers} on @param {Frame} frame */
const stepper = (field, entry, drawn, on, frame) => {
  const id = idOf(frame, field.path);
  const { ui } = frame;
  const step = field.step ?? 1;
  const value = typeof field.value === "number" ? field.value : null;
  const least = field.min ?? 0;
  const most = field.max ?? Infinity;
  const lower = value === null ? least : Math.max(value - step, least);
  const higher = value === null ? least : Math.min(value + step, most);
  return html`<div class="step">
    <label id="${id}-l" for=${id}>${put(field.label_html)}</label>
    <span class="step-keys" dir="ltr"><button type="button" aria-label=${plainText(ui.sheet_less ?? "")} aria-describedby="${id}-l"
      @click=${() => on.step?.(field.path, lower)}><bdi dir="ltr">−</bdi></button><input id=${id} type="text" inputmode="numeric" autocomplete="off" dir="ltr" size="4"
      .value=${frame.typed?.[field.path] ?? (field.value === null ? "" : String(field.value))}
      aria-invalid=${describedBy(field, entry, drawn, frame) === nothing ? nothing : "true"}
      aria-describedby=${describedBy(field, entry, drawn, frame)}
      @input=${(/** @type {Event} */ event) => on.type?.(field.path, /** @type {HTMLInputElement} */ (event.currentTarget).value)}><button
      type="button" aria-label=${plainText(ui.sheet_more ?? "")} aria-describedby="${id}-l" @click=${() => on.step?.(field.path, higher)}><bdi dir="ltr">+</bdi></button></span>
    ${faultOf(field, entry, drawn, frame)}
  </div>`;
};

/** @param {Field} field @param {Entry} entry @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const choice = (field, entry, drawn, on, frame) => {
  if (field.kind !== "choice") return nothing;
  const id = idOf(frame, field.path);
  const short = field.choices.reduce((sum, { label }) => sum + (label ?? "").length, 0) <= 24;
  return html`<div class="choose ${short ? "is-short" : ""}" role="group" aria-labelledby="${id}-l" aria-describedby=${describedBy(field, entry, drawn, frame)}>
    <span id="${id}-l">${put(field.label_html)}</span>
    <div class="pick">${field.choices.map(
      (one) => html`<button type="button" aria-pressed=${same(one.value, field.value)} @click=${() => on.set?.(field.path, one.value)}>${put(one.label_html)}</button>`,
    )}</div>
    ${faultOf(field, entry, drawn, frame)}
  </div>`;
};

/** @param {Field} field @param {Entry} entry @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const entryField = (field, entry, drawn, on, frame) => {
  if (field.kind === "number") return stepper(field, entry, drawn, on, frame);
  if (field.kind === "choice") return choice(field, entry, drawn, on, frame);
  const inner = { ...frame, faults: told(entry.faults, drawn) };
  return html`<div class="sheet-cards">${fieldOf(field, on, inner)}</div>`;
};

/** What a folded group says of itself: what was chosen first, and for whom. @param {Group} group @param {Entry} entry */
const summary = (group, entry) => {
  const [how, ...rest] = group.fields;
  const empty = entry.line[group.path] === undefined || same(entry.line[group.path], {});
  const team = rest.find(({ path }) => path.endsWith(".team"));
  const items = entry.account?.items.filter(({ lance }) => lance === group.path) ?? [];
  if (empty) return html`<span></span><em class="nil">—</em>`;
  const first = rest.length && how.path !== group.path ? rest[0] : how;
  return html`<span>${put(chosenLabel(first))}${team && chosenLabel(team) ? html` · ${put(chosenLabel(team))}` : nothing}</span><em>${
    items.map((item, index) => html`${index ? " " : nothing}${put(item.points_html)}`)
  }</em>`;
};

/** @param {Group} group @param {number} index @param {Entry} entry @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const folding = (group, index, entry, drawn, on, frame) => {
  const open = drawn.group === index;
  const id = idOf(frame, `group.${group.path}`);
  const wrong = told(entry.faults, drawn).some(({ path }) => within(path, group.path));
  return html`<li class=${open ? "is-open" : wrong ? "is-wrong" : nothing}>
    <h3><button type="button" id="${id}-b" aria-expanded=${open} aria-controls=${id} @click=${() => on.fold?.(index)}><b>${put(group.label_html)}</b>${
      open ? html`<span></span><em></em>` : summary(group, entry)
    }</button></h3>
    <div id=${id} class="fold" role="group" aria-labelledby="${id}-b" ?hidden=${!open}>${
      open ? group.fields.map((field) => entryField(field, entry, drawn, on, frame)) : nothing
    }${open ? faultOf(/** @type {any} */ ({ path: group.path }), entry, drawn, frame) : nothing}</div>
  </li>`;
};

/** @param {Group} group @param {number} _ @param {Entry} entry @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const standing = (group, _, entry, drawn, on, frame) => {
  const id = idOf(frame, `group.${group.path}`);
  const own = group.fields.some(({ path }) => path === group.path);
  return html`<li class="is-standing"><h3 id=${id}>${put(group.label_html)}</h3>
    <div class="fold" role="group" aria-labelledby=${id}>${group.fields.map((field) => entryField(field, entry, drawn, on, frame))}${
      own ? nothing : faultOf(/** @type {any} */ ({ path: group.path }), entry, drawn, frame)
    }</div></li>`;
};

/** What the line brings. @param {Account | null} account @param {SheetScene} scene */
const sums = (account, scene) => html`<dl class="sums">${scene.teams.map(
  (team) => html`<div><dt>${nameOf(team)}</dt><dd>${
    account ? put(account.sums_html[team.team] ?? account.gains_html[team.team]) : html`<span class="nil">—</span>`
  }</dd></div>`,
)}</dl>`;

/** The faults that no field shows. @param {Entry} entry @param {Drawn} drawn @param {Frame} frame */
const otherFaults = (entry, drawn, frame) => {
  const shown = entry.groups.flatMap(({ path, fields }) => [path, ...fields.map((field) => field.path)]);
  const cards = entry.groups.flatMap(({ fields }) => fields.filter(({ kind }) => kind === "cards" || kind === "list"));
  const rest = told(entry.faults, drawn).filter(
    ({ path }) => !shown.includes(path) && !cards.some((field) => within(path, field.path)),
  );
  return rest.length
    ? html`<div class="q-said is-wrong" role="alert">${rest.map((one) => html`<p>${faultText(one, frame)}</p>`)}</div>`
    : nothing;
};

/** @param {SheetScene} scene @param {Entry} entry @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const entryForm = (scene, entry, drawn, on, frame) => {
  const { ui } = frame;
  return html`<section class="entry q-try" aria-labelledby="${frame.id}-now">
    <h2 id="${frame.id}-now" tabindex="-1"><span>${put(entry.label_html)}</span>${
      drawn.editing ? html` <span class="q-chip is-mano">${put(ui.sheet_editing)}</span>` : nothing
    }</h2>
    <ol class="rows ${scene.fold ? "is-folding" : ""}">${entry.groups.map((group, index) =>
      (scene.fold ? folding : standing)(group, index, entry, drawn, on, frame),
    )}</ol>
    ${otherFaults(entry, drawn, frame)}
    <div class="preview" aria-live="polite">${sums(entry.account, scene)}${
      entry.ends_html ? html`<p class="ends">${put(entry.ends_html)}</p>` : nothing
    }</div>
    <div class="q-acts entry-acts"><button class="q-btn is-main" type="button" data-do="add" @click=${on.enter}>${put(
      drawn.editing ? ui.sheet_keep : ui.sheet_add,
    )}</button>${
      drawn.editing
        ? html`<button class="q-btn" type="button" @click=${on.cancelEdit}>${put(ui.sheet_cancel)}</button><button class="q-btn is-bare"
            type="button" @click=${() => on.drop?.(entry.place)}>${put(ui.sheet_delete)}</button>`
        : nothing
    }</div>
  </section>`;
};

/** @param {SheetScene} scene @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const ended = (scene, drawn, on, frame) => html`<section class="q-said is-good ended" aria-live="polite">
  <h2>${put(frame.ui.sheet_over)}</h2>
  ${reasons(scene.ended, frame)}
  <div class="q-acts q-try"><button class="q-btn is-main" type="button" @click=${on.begin}>${put(frame.ui.sheet_new)}</button>
    <button class="q-btn" type="button" aria-disabled=${!drawn.kept.past.length} @click=${on.undo}>${put(frame.ui.sheet_undo)}</button></div>
</section>`;

// ---------- the lines ----------

/** @param {Line} line @param {SheetScene} scene @param {SheetHandlers} on @param {Frame} frame */
const details = (line, scene, on, frame) => {
  const { ui } = frame;
  if (!line.items) return html`<p class="q-ink3">${put(ui.sheet_reading)}</p>`;
  return html`<div class="of-teams">${scene.teams.map(
    (team) => html`<div><h4>${nameOf(team)}</h4><ul class="items">${line.items
      ?.filter((item) => item.team === team.team)
      .map((item) => html`<li><a href="${frame.root}${item.href}">${put(item.label_html)}</a> <em>${put(item.points_html)}</em></li>`)}</ul>
      <p class="sum">${put(line.sums_html?.[team.team] ?? line.gains_html?.[team.team])}</p></div>`,
  )}</div>
  ${line.ends_html ? html`<p class="ends">${put(line.ends_html)}</p>` : nothing}
  <details class="q-why"><summary>${put(ui.why)}</summary>${reasons(line.because ?? [], frame)}</details>
  <div class="q-acts q-try"><button class="q-btn" type="button" @click=${() => on.edit?.(line.place)}>${put(ui.sheet_edit)}<span class="q-vh"> ${line.label}</span></button>
    <button class="q-btn is-bare" type="button" @click=${() => on.drop?.(line.place)}>${put(ui.sheet_delete)}<span class="q-vh"> ${line.label}</span></button></div>`;
};

/** @param {Line} line @param {SheetScene} scene @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const row = (line, scene, drawn, on, frame) => {
  const open = drawn.opened.has(line.place);
  const id = idOf(frame, `line.${line.place}`);
  return html`<tbody class=${open ? "is-open" : nothing}><tr><th scope="row"><button type="button" aria-expanded=${open} aria-controls=${id} @click=${() => on.open?.(line.place)}><span>${
    put(line.label_html)
  }</span></button></th>${scene.teams.map(
    (team) => html`<td>${line.gains_html ? html`<small>${put(line.gains_html[team.team])}</small> ` : nothing}${put(line.totals_html[team.team])}</td>`,
  )}</tr>
  <tr class="why" id=${id} ?hidden=${!open}><td colspan="3" dir=${frame.ui.dir}>${open ? details(line, scene, on, frame) : nothing}</td></tr></tbody>`;
};

/** @param {SheetScene} scene @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const lines = (scene, drawn, on, frame) => html`<section class="past" aria-labelledby="${frame.id}-past">
  <h2 id="${frame.id}-past">${put(frame.ui.sheet_rounds)}</h2>
  ${
    scene.lines.length
      ? html`<table class="score hands"><caption class="q-vh">${put(frame.ui.sheet_rounds_told)}</caption>
          <thead><tr><th scope="col">${put(frame.ui.sheet_rounds)}</th>${scene.teams.map((team) => html`<th scope="col">${nameOf(team)}</th>`)}</tr></thead>
          ${scene.lines.map((_, index) => row(scene.lines[scene.lines.length - 1 - index], scene, drawn, on, frame))}</table>`
      : html`<p class="q-ink3">${put(frame.ui.sheet_none)}</p>`
  }
</section>`;

// ---------- names, options, and what becomes of the sheet ----------

/** @param {Question} question @returns {string[]} */
const namesOf = (question) => (Array.isArray(question.names) ? question.names.map(String) : ["", ""]);

/** @param {SheetScene} scene @param {SheetHandlers} on @param {Frame} frame */
const names = (scene, on, frame) => {
  const { ui } = frame;
  const given = namesOf(scene.question);
  const four = given.length === 4;
  return html`<fieldset class="sheet-names"><legend>${put(ui.sheet_names)}</legend>
    <div class="pick" role="group" aria-label=${plainText(ui.sheet_names ?? "")}><button type="button" aria-pressed=${!four} @click=${() => on.names?.(2)}>${put(ui.sheet_of_teams)}</button><button
      type="button" aria-pressed=${four} @click=${() => on.names?.(4)}>${put(ui.sheet_of_players)}</button></div>
    <div class="q-fields">${given.map((name, index) => {
      const id = `${frame.id}-name-${index}`;
      const label = four ? fill(ui.sheet_player_n, { n: `<bdi dir="ltr">${index + 1}</bdi>` }) : index ? ui.sheet_team_b : ui.sheet_team_a;
      return html`<div class="q-field"><label class="q-label" for=${id}>${put(label)}</label><input id=${id} type="text" dir="auto" autocomplete="off"
        maxlength=${LONGEST_NAME} .value=${name} @change=${(/** @type {Event} */ event) => on.name?.(index, /** @type {HTMLInputElement} */ (event.currentTarget).value)}></div>`;
    })}</div></fieldset>`;
};

/** @param {SheetScene} scene @param {SheetHandlers} on @param {Frame} frame */
const options = (scene, on, frame) =>
  scene.fields.length
    ? html`<fieldset class="sheet-options"><legend>${put(frame.ui.options)}</legend><div class="q-fields">${scene.fields.map((field) =>
        fieldOf(field, { set: on.option, type: (path, text) => on.option?.(path, text) }, { ...frame, typed: {}, faults: [] }),
      )}</div></fieldset>`
    : nothing;

/** @param {SheetHandlers} on @param {Frame} frame @param {Drawn} drawn */
const sending = (on, frame, drawn) => {
  const { ui } = frame;
  const id = `${frame.id}-file`;
  return html`<div class="sheet-send"><div class="q-acts">
      <button class="q-btn" type="button" data-do="text" @click=${on.text}>${put(ui.sheet_text)}</button>
      <button class="q-btn" type="button" data-do="image" @click=${on.image}>${put(ui.sheet_image)}</button>
      <button class="q-btn" type="button" data-do="link" @click=${on.link}>${put(ui.sheet_link)}</button>
      <button class="q-btn" type="button" data-do="save" @click=${on.save}>${put(ui.sheet_save)}</button>
      <label class="q-btn" for=${id}>${put(ui.sheet_load)}<input class="q-vh" id=${id} type="file" accept="application/json,.json" @change=${on.load}></label>
      <button class="q-btn" type="button" data-do="new" @click=${on.begin}>${put(ui.sheet_new)}</button></div>
    <p class="q-ink3 sheet-said" role="status">${put(drawn.said)}</p></div>`;
};

/** @param {SheetScene} scene @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const settings = (scene, drawn, on, frame) => html`<section class="sheet-more q-try">
  <details class="q-options"><summary>${put(frame.ui.sheet_settings)}</summary>${names(scene, on, frame)}${options(scene, on, frame)}</details>
  <h2>${put(frame.ui.sheet_sharing)}</h2>
  ${sending(on, frame, drawn)}
  ${earlier(drawn, on, frame)}
</section>`;

/** The name under which an earlier match is listed. @param {Stand} stand @param {Words} ui */
const called = (stand, ui) => {
  const given = namesOf(stand.question);
  const ours = given.filter((_, seat) => seat % 2 === 0 && given[seat]).join(" + ");
  const theirs = given.filter((_, seat) => seat % 2 === 1 && given[seat]).join(" + ");
  return html`<bdi>${ours || plainText(ui.sheet_team_a ?? "")}</bdi> <bdi dir="ltr">${signed(stand.points[0])}</bdi> · <bdi>${
    theirs || plainText(ui.sheet_team_b ?? "")
  }</bdi> <bdi dir="ltr">${signed(stand.points[1])}</bdi>`;
};

/** @param {number} points */
const signed = (points) => (points < 0 ? `−${-points}` : String(points));

/** @param {Drawn} drawn @param {SheetHandlers} on @param {Frame} frame */
const earlier = ({ kept, deleting }, on, { ui }) =>
  kept.matches.length
    ? html`<section class="earlier"><h2>${put(ui.sheet_earlier)}</h2><ul>${kept.matches.map(
        (stand, index) => html`<li><p>${called(stand, ui)}</p>${
          deleting === index
            ? html`<p>${put(ui.sheet_sure)}</p><div class="q-acts"><button class="q-btn" type="button" @click=${() => on.discard?.(index)}>${put(ui.sheet_delete)}</button><button
                class="q-btn" type="button" @click=${() => on.ask?.(null)}>${put(ui.sheet_not)}</button></div>`
            : html`<div class="q-acts"><button class="q-btn" type="button" @click=${() => on.resume?.(index)}>${put(ui.sheet_resume)}</button><button
                class="q-btn is-bare" type="button" @click=${() => on.ask?.(index)}>${put(ui.sheet_delete)}</button></div>`
        }</li>`,
      )}</ul></section>`
    : nothing;

// ---------- notices ----------

/** @param {Drawn} drawn @param {SheetHandlers} on @param {Words} ui */
const notices = (drawn, on, ui) => html`${
  drawn.visiting
    ? html`<div class="q-said notice"><p>${put(ui.sheet_visiting)}</p><div class="q-acts"><button class="q-btn is-main" type="button" data-do="adopt" @click=${on.adopt}>${put(
        ui.sheet_adopt,
      )}</button><button class="q-btn" type="button" @click=${on.own}>${put(ui.sheet_own)}</button></div></div>`
    : nothing
}${drawn.trouble ? html`<div class="q-said is-poor notice"><p>${put(drawn.trouble === "full" ? ui.sheet_full : ui.sheet_forbidden)}</p></div>` : nothing}${
  drawn.damaged
    ? html`<div class="q-said is-poor notice"><p>${put(drawn.damaged === "version" ? ui.sheet_version : ui.sheet_damaged)}</p><div class="q-acts"><button class="q-btn" type="button" data-do="damaged" @click=${on.saveDamaged}>${put(
        ui.sheet_save_damaged,
      )}</button><button class="q-btn is-bare" type="button" @click=${on.forget}>${put(ui.sheet_forget)}</button></div></div>`
    : nothing
}`;

/** What is said while the engine loads, or when it did not come. @param {Status | undefined} status @param {string} lang
 * @param {SheetHandlers} on @param {Words} ui */
const tray = (status, lang, on, ui) => {
  if (status?.name === "loading") {
    const values = { done: megabytes(lang, status.done), total: megabytes(lang, status.total) };
    return html`<div class="q-said" role="status"><p>${put(ui.sheet_loading)}</p>
      <progress class="q-bar" aria-label=${plainText(ui.sheet_loading ?? "")} max=${status.total || 1} value=${status.done}></progress>
      <p aria-hidden="true">${put(fill(ui.sheet_loading_bytes, values))}</p></div>`;
  }
  if (status?.name === "failed") {
    const silent = status.why === "silent";
    return html`<div class="q-said is-wrong" role="alert"><p>${put(silent ? ui.sheet_silent : ui.sheet_failed)}</p>${
      silent ? nothing : html`<p>${put(whyFailed(status, ui))}</p>`
    }${waysOn(status, on.retry, ui)}</div>`;
  }
  return nothing;
};

/** Why a change was not made, or why the sheet that is kept cannot be counted. @param {Drawn} drawn @param {SheetHandlers} on @param {Words} ui */
const refusal = ({ error, uncounted }, on, ui) => html`<div class="q-said is-wrong" role="alert">${
  uncounted ? html`<p>${put(ui.sheet_uncounted)}</p>` : nothing
}<p>${error}</p>${
  uncounted
    ? html`<div class="q-acts"><button class="q-btn" type="button" data-do="save-uncounted" @click=${on.save}>${put(ui.sheet_save)}</button><button
        class="q-btn" type="button" data-do="new-instead" @click=${on.begin}>${put(ui.sheet_new)}</button></div>`
    : nothing
}</div>`;

/**
 * The whole sheet.
 *
 * @param {SheetScene} scene
 * @param {Drawn} drawn
 * @param {SheetHandlers} on
 * @param {Frame} frame
 */
export const sheetPage = (scene, drawn, on, frame) => html`<div class="sheet">
  <div class="sheet-notices">${notices(drawn, on, frame.ui)}</div>
  <div class="sheet-top">${board(scene, drawn, frame.ui)}${tools(drawn, on, frame.ui)}</div>
  <div class="sheet-entry">
    ${tray(drawn.status, scene.lang, on, frame.ui)}
    ${drawn.error ? refusal(drawn, on, frame.ui) : nothing}
    ${scene.over && !drawn.cold ? ended(scene, drawn, on, frame) : nothing}
    ${scene.entry ? entryForm(scene, scene.entry, drawn, on, frame) : nothing}
  </div>
  <div class="sheet-lines">${lines(scene, drawn, on, frame)}</div>
  ${settings(scene, drawn, on, frame)}
</div>`;

/** @type {Drawn} */
export const UNTOUCHED = {
  cold: false,
  strict: false,
  group: 0,
  opened: new Set(),
  error: null,
  said: null,
  visiting: false,
  trouble: null,
  damaged: null,
  uncounted: false,
  deleting: null,
  editing: false,
  kept: { version: 1, now: { question: {}, totals: [], points: [0, 0] }, past: [], future: [], matches: [], draft: null },
  status: undefined,
};

/**
 * The empty sheet as it stands in the page.
 *
 * @param {SheetScene} scene
 * @param {Frame} frame
 */
export const emptySheet = (scene, frame) => html`<q-sheet class="q-host" data-game=${scene.game} data-game-root=${frame.root}
  data-scene=${JSON.stringify(scene)}><p class="q-said q-scriptless">${put(frame.ui.sheet_needs_script)}</p>
  <div class="q-here">${sheetPage(scene, UNTOUCHED, {}, frame)}</div></q-sheet>`;

/**
 * Return the scene as it can be shown before the engine has read the sheet: totals alone, from what was kept of it.
 *
 * @param {SheetScene} scene  of the empty sheet
 * @param {Stand} stand
 * @param {Words} ui
 * @returns {SheetScene}
 */
export const coldScene = (scene, stand, ui) => {
  const { question, totals, points } = stand;
  const given = namesOf(question);
  const team = (/** @type {number} */ index) => given.filter((_, seat) => seat % 2 === index).filter(Boolean).join(" + ");
  const number = (/** @type {number} */ value) => `<bdi dir="ltr">${signed(value)}</bdi>`;
  return {
    ...scene,
    question,
    totals,
    teams: scene.teams.map((one, index) => (team(index) ? { ...one, label: team(index), named: true } : one)),
    tallies: scene.tallies.map((tally, index) => ({
      ...tally,
      points: points[index],
      points_html: number(points[index]),
      note_html: null,
      leads: points[index] > points[1 - index],
      won: false,
      ...(scene.chips
        ? { large: Math.floor(points[index] / scene.chips), small: points[index] % scene.chips, chips_text: null }
        : {}),
    })),
    lines: totals.map((pair, place) => {
      const label = fill(ui.sheet_round, { n: `<bdi dir="ltr">${place + 1}</bdi>` });
      return { place, number_html: number(place + 1), label: plainText(label), label_html: label, totals_html: pair.map(number) };
    }),
    entry: scene.entry ? { ...scene.entry, label_html: fill(ui.sheet_round, { n: `<bdi dir="ltr">${totals.length + 1}</bdi>` }), place: totals.length } : null,
  };
};
