// A puzzle to markup: its board, the answers to choose from, what is said of the answer, and what is kept of them all.
// As with boards, the press may draw with these templates what the component draws in the browser.
import { board, faultText, fill, plainText, reasons, ruleLink, tableOf, waiting } from "./draw.js";
import { html, nothing, put } from "./lit.js";
import { EMPTY } from "./tally.js";

/** @import {Fault, Frame, Scene, Status, Verdict, Words} from "./types.js" */
/** @import {Tally} from "./tally.js" */

export const LEVELS = [1, 2, 3];
/** The most characters of an answer that stands beside others; longer ones stand one below the other. */
const SHORT = 16;

/** @typedef {{label_html: string, label?: string, right: boolean}} Answer */

/**
 * What the engine makes of a question `{game, ask: "puzzle", level, seed}`.
 *
 * @typedef {object} Puzzle
 * @property {string} game
 * @property {number} level
 * @property {number} seed
 * @property {string} asks_html
 * @property {Scene} scene  the board, without its answer
 * @property {Answer[]} choices
 * @property {Scene} answered  the board with its answer
 * @property {string[]} rules  what decides it
 */

/**
 * What a puzzle's buttons call.
 *
 * @typedef {object} PuzzleHandlers
 * @property {() => void} [view]
 * @property {(level: number) => void} [level]
 * @property {(choice: number) => void} [choose]
 * @property {(index: number, event: KeyboardEvent) => void} [move]
 * @property {() => void} [next]
 * @property {() => void} [link]
 * @property {() => void} [retry]
 * @property {() => void} [cancel]
 * @property {() => void} [reset]
 * @property {() => void} [keys]
 */

/** @typedef {{title_html: string, href: string, ruling: boolean, times: number}} Missed  a rule, and how often it was missed */

/**
 * @typedef {object} PuzzleState
 * @property {Puzzle | null} puzzle
 * @property {number | null} chosen  the answer given
 * @property {number} at  the answer that takes the Tab key
 * @property {number} level
 * @property {"thinking" | "stopped" | Status | null} wait  what stands between the reader and the next puzzle
 * @property {Fault | null} fault  why a link shows no puzzle
 * @property {string | null} said_html  said after a link was copied or the tally cleared
 * @property {Tally} tally
 * @property {Missed | null} missed
 * @property {"unreadable" | "forbidden" | "full" | null} trouble
 */

// ---------- the question ----------

/** @typedef {Pick<PuzzleState, "level" | "tally">} Standing */

/** @param {Standing} state @param {PuzzleHandlers} on @param {Frame} frame */
const levels = (state, on, { ui, id }) => html`<div class="q-levels q-try" role="group" aria-labelledby="${id}-levels">
  <span class="q-label" id="${id}-levels">${put(ui.puzzle_level)}</span>
  <div class="pick">${LEVELS.map(
    (level) => html`<button type="button" aria-pressed=${level === state.level} @click=${() => on.level?.(level)}>${put(
      ui[`puzzle_level_${level}`],
    )}</button>`,
  )}</div>
</div>`;

const RIGHT = html`<svg class="q-sign" viewBox="0 0 16 16" aria-hidden="true"><path d="m2 8.5 4 4 8-9"/></svg>`;
const WRONG = html`<svg class="q-sign" viewBox="0 0 16 16" aria-hidden="true"><path d="m3 3 10 10M13 3 3 13"/></svg>`;

/** What an answer turned out to be. @param {Answer} choice @param {number} index @param {number | null} chosen @param {Words} ui */
const mark = ({ right }, index, chosen, ui) => {
  if (chosen === null || (!right && index !== chosen)) return nothing;
  if (!right) return html`<em>${WRONG}${put(ui.puzzle_mark_wrong)}</em>`;
  return html`<em class="is-good">${RIGHT}${put(index === chosen ? ui.puzzle_mark_yours : ui.puzzle_mark_right)}</em>`;
};

/** @param {Puzzle} puzzle */
const isLong = ({ choices }) => choices.some(({ label, label_html }) => (label ?? plainText(label_html)).length > SHORT);

/** @param {Puzzle} puzzle @param {PuzzleState} state @param {PuzzleHandlers} on @param {Frame} frame */
const choices = (puzzle, { chosen, at }, on, { ui, id }) => html`<div class="choices ${isLong(puzzle) ? "is-long" : ""}" role="group" aria-labelledby="${id}-board-t">${
  puzzle.choices.map(
    (choice, index) => html`<button type="button" class="choice" id="${id}-${index}" tabindex=${index === at ? 0 : -1}
      aria-disabled=${chosen === null ? nothing : "true"} @click=${() => on.choose?.(index)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => on.move?.(index, event)}><kbd>${index + 1}</kbd> <span>${put(
        choice.label_html,
      )}</span> ${mark(choice, index, chosen, ui)}</button>`,
  )
}</div>`;

// ---------- what is said of the answer ----------

/** The reasons; many stand behind a table of points, and wait to be asked for. @param {Verdict} verdict @param {Frame} frame */
const why = ({ because, table }, frame) => {
  if (!because.length) return nothing;
  return table
    ? html`<details class="q-why"><summary>${put(frame.ui.why)}</summary>${reasons(because, frame)}</details>`
    : html`<div class="q-why"><p>${put(frame.ui.why)}</p>${reasons(because, frame)}</div>`;
};

/** @param {Verdict} verdict @param {Frame} frame */
const account = (verdict, frame) => html`<div class="q-verdict">${verdict.lines_html.map((line) => html`<p>${put(line)}</p>`)}${
  verdict.table ? tableOf(verdict.table, frame) : nothing
}${why(verdict, frame)}</div>`;

/** @param {Puzzle} puzzle @param {number} chosen @param {Frame} frame */
const result = (puzzle, chosen, frame) => {
  const { ui, id } = frame;
  const given = puzzle.choices[chosen];
  const right = puzzle.choices.filter((choice) => choice.right);
  return html`<div class="q-said ${given.right ? "is-good" : "is-wrong"}">
    <h3 id="${id}-result" tabindex="-1">${given.right ? RIGHT : WRONG}${put(given.right ? ui.puzzle_right : ui.puzzle_wrong)}</h3>
    ${
      given.right
        ? nothing
        : html`<p>${put(fill(ui.puzzle_chosen, { answer: given.label_html }))}</p>
            ${right.map((choice) => html`<p>${put(fill(ui.puzzle_correct, { answer: choice.label_html }))}</p>`)}`
    }
    ${puzzle.answered.verdict ? account(puzzle.answered.verdict, frame) : nothing}
  </div>`;
};

// ---------- on to the next ----------

/** Whether the next puzzle is on its way. @param {PuzzleState} state */
const isBusy = ({ wait }) => wait === "thinking" || (wait !== null && wait !== "stopped" && wait.name === "loading");

/** How far the engine is, or why no puzzle comes. @param {PuzzleState} state @param {PuzzleHandlers} on @param {Frame} frame */
const tray = ({ wait }, on, frame) => {
  const { ui } = frame;
  if (!wait || wait === "thinking") return nothing;
  if (wait === "stopped") {
    return html`<div class="q-said" role="status"><h3>${put(ui.puzzle_stopped)}</h3><div class="q-acts"><button
      class="q-btn is-main" type="button" @click=${on.retry}>${put(ui.retry)}</button></div></div>`;
  }
  const words = {
    ...ui,
    loading: ui.puzzle_loading,
    loading_bytes: ui.puzzle_loading_bytes,
    failed: ui.puzzle_failed,
    failed_answer: ui.puzzle_failed,
    failed_kept: ui.puzzle_failed_kept,
  };
  return waiting(document.documentElement.lang, { retry: on.retry, cancel: on.cancel }, { ...frame, ui: words, status: wait });
};

/** @param {PuzzleState} state @param {PuzzleHandlers} on @param {Frame} frame */
const bar = (state, on, frame) => {
  const { ui } = frame;
  const answered = state.puzzle && state.chosen !== null;
  return html`<div class="q-puzzle-bar q-try" data-is=${answered || state.wait ? "needed" : nothing}>${tray(state, on, frame)}${
    state.puzzle && (!state.wait || isBusy(state))
      ? html`<button class="q-btn ${answered ? "is-main" : ""}" type="button" aria-disabled=${state.wait ? "true" : nothing}
          @click=${on.next}>${put(answered ? ui.puzzle_next : ui.puzzle_skip)}<span class="q-turn is-next"></span></button>`
      : nothing
  }${
    state.wait === "thinking"
      ? html`<div class="is-thinking"><span role="status">${put(ui.puzzle_thinking)}</span>
          <button class="q-btn is-bare" type="button" @click=${on.cancel}>${put(ui.cancel)}</button></div>`
      : nothing
  }</div>`;
};

// ---------- what is kept ----------

/** @param {string} label @param {string} value */
const figure = (label, value) => html`<div><dt>${put(label)}</dt> <dd>${put(value)}</dd></div>`;

/** @param {Standing} state @param {Frame} frame */
const counts = ({ tally }, { ui }) => html`<dl class="q-counts q-try">${[
  figure(ui.puzzle_score, fill(ui.puzzle_score_n, { n: tally.right, of: tally.of })),
  figure(ui.puzzle_streak, fill(ui.puzzle_streak_n, { n: tally.streak, best: tally.best })),
]}</dl>`;

/** @param {PuzzleState} state @param {PuzzleHandlers} on @param {Frame} frame */
const kept = (state, on, frame) => {
  const { ui, id } = frame;
  const { missed, tally, trouble } = state;
  return html`<section class="q-kept q-try" aria-labelledby="${id}-kept">
    <h2 class="q-vh" id="${id}-kept">${put(ui.puzzle_tally)}</h2>
    ${
      state.puzzle
        ? html`<div class="q-acts"><button class="q-btn is-bare" type="button" @click=${on.link}>${put(ui.puzzle_link)}</button></div>`
        : nothing
    }
    <p class="q-ink3" role="status">${put(state.said_html)}</p>
    ${
      missed
        ? html`<p>${put(ui.puzzle_missed)} ${ruleLink(missed, frame)}
            <span class="q-ink3">(${put(fill(ui.puzzle_times, { n: missed.times }))})</span></p>`
        : nothing
    }
    <p class="q-ink3">${put(trouble ? ui[`puzzle_${trouble}`] : ui.puzzle_kept_here)}
      ${
        tally.of
          ? html`<button class="q-btn is-bare" type="button" @click=${on.reset}>${put(ui.puzzle_reset)}</button>`
          : nothing
      }</p>
    <div class="q-keys"><button class="q-btn is-bare" type="button" @click=${on.keys}><kbd>?</kbd> ${put(ui.keys_title)}</button></div>
  </section>`;
};

// ---------- the whole ----------

/** Which level, and how the reader stands. @param {Standing} state @param {PuzzleHandlers} on @param {Frame} frame */
const top = (state, on, frame) => html`<div class="q-puzzle-top">${levels(state, on, frame)}${counts(state, frame)}</div>`;

/**
 * A puzzle with everything around it.
 *
 * @param {PuzzleState} state
 * @param {PuzzleHandlers} on
 * @param {Frame} frame
 */
export const puzzleView = (state, on, frame) => {
  const { puzzle, chosen } = state;
  const inner = { ...frame, id: `${frame.id}-board`, caption_html: puzzle?.asks_html };
  return html`${top(state, on, frame)}
    ${state.fault ? html`<p class="q-said is-wrong" role="alert">${faultText(state.fault, frame)}</p>` : nothing}
    ${
      puzzle
        ? html`<section class="q-puzzle" aria-label=${plainText(frame.ui.puzzle_title)} ?inert=${isBusy(state)}>
            <h2 class="q-vh">${put(frame.ui.puzzle_title)}</h2>
            ${board(chosen === null ? puzzle.scene : { ...puzzle.answered, verdict: null }, { view: on.view }, inner)}
            ${choices(puzzle, state, on, frame)}
            <div class="tray" aria-live="assertive">${chosen === null ? nothing : result(puzzle, chosen, frame)}</div>
          </section>`
        : nothing
    }
    ${bar(state, on, frame)}
    ${kept(state, on, frame)}`;
};

/**
 * The page's first puzzle, complete: without scripts its answer opens below it.
 *
 * @param {Puzzle} puzzle
 * @param {Frame} frame
 */
export const puzzlePage = (puzzle, frame) => html`<q-puzzle class="q-host" data-game=${puzzle.game} data-game-root=${frame.root}
  data-scene=${JSON.stringify(puzzle)}>
  ${top({ level: puzzle.level, tally: EMPTY }, {}, frame)}
  <section class="q-puzzle" aria-label=${plainText(frame.ui.puzzle_title)}>
    <h2 class="q-vh">${put(frame.ui.puzzle_title)}</h2>
    ${board(puzzle.scene, {}, { ...frame, id: `${frame.id}-board`, caption_html: puzzle.asks_html })}
    <ol class="choices ${isLong(puzzle) ? "is-long" : ""}">${puzzle.choices.map(
      (choice, index) => html`<li class="choice"><kbd>${index + 1}</kbd> <span>${put(choice.label_html)}</span></li>`,
    )}</ol>
    <details class="q-why q-scriptless"><summary>${put(frame.ui.puzzle_answer)}</summary>${board(puzzle.answered, {}, {
      ...frame,
      id: `${frame.id}-answered`,
    })}</details>
  </section>
</q-puzzle>`;

/** The keys of the page. @param {Words} ui @param {number} most  the number of answers */
export const puzzleKeys = (ui, most) => html`<h2>${put(ui.keys_title)}</h2>
  <dl>${[
    [`1–${most}`, ui.puzzle_key_answer],
    [ui.dir === "rtl" ? "→ ←" : "← →", ui.puzzle_key_move],
    ["n Enter", ui.puzzle_key_next],
    ["?", ui.key_list],
  ].map(([keys, label]) => html`<div><dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${put(label)}</dd></div>`)}</dl>
  <form method="dialog"><button class="q-btn is-main">${put(ui.close)}</button></form>`;

/** The question before the tally is cleared. @param {Words} ui */
export const resetDialog = (ui) => html`<h2>${put(ui.puzzle_reset_ask)}</h2>
  <p>${put(ui.puzzle_reset_what)}</p>
  <form class="q-acts" method="dialog"><button class="q-btn" value="no">${put(ui.cancel)}</button>
    <button class="q-btn is-main" value="yes">${put(ui.puzzle_reset_yes)}</button></form>`;
