// The table of a match as markup: what lies where, what is said, what can be done. Nothing here knows a rule or remembers
// anything; play.js gives it all that it draws.
import { face, faultText, fieldOf, fill, idOf, links, megabytes, plainText, reasons, ruleLink, tableOf, WAY } from "./draw.js";
import { html, nothing, put } from "./lit.js";

/** @import {Because, ChoiceField, Chosen, Field, Frame, Handlers, Match, PlayState, PlayTable, TableAction, TableTally,
 *           TableZone, Told} from "./types.js" */

/**
 * What the page draws, besides the table itself.
 *
 * @typedef {object} Drawn
 * @property {PlayState} state
 * @property {PlayTable | null} table
 * @property {Match | null} match
 * @property {Chosen} chosen
 * @property {Chosen} hinted  the cards of the hint
 * @property {{label_html: string, because: Because[]} | null} hint
 * @property {TableAction | null} refused  the action that was pressed though it is not allowed
 * @property {{[move: string]: number}} amounts
 * @property {{[zone: string]: number}} places  which card of a zone the Tab key reaches
 * @property {string | null} doing  what the reader has just done, until it shows
 * @property {boolean} slow  whether a computer player has been thinking for long
 * @property {boolean} fast  whether the pauses between moves are left out
 * @property {Trouble | null} trouble
 * @property {{at: number, of: number} | null} replay
 * @property {string[]} notices  safe HTML
 * @property {boolean} other  whether another match than this one is kept on this device
 * @property {string | null} said  after a link was copied, say
 */

/** What went wrong, why, and the ways on. @typedef {{title_html: string, why_html?: string, text_html?: string, text?: string, acts: Act[]}} Trouble */
/** @typedef {{act: string, label_html: string, main?: boolean}} Act */

/**
 * What the reader can do.
 *
 * @typedef {object} Doing
 * @property {(act: string) => void} act
 * @property {(zone: string, place: number) => void} choose
 * @property {(zone: string, place: number, event: KeyboardEvent) => void} key
 * @property {(action: TableAction) => void} move
 * @property {(action: TableAction, by: number) => void} step  change an amount
 * @property {() => void} view
 */

/** How many backs are drawn of a hand that lies face down; its number stands beside it. */
const MOST_BACKS = 5;
/** How many of the last moves are told beside the table; the log holds all. */
const MOST_NEWS = 4;

/** @param {string[]} [states] */
const states = (states) => (states?.length ? states.join(" ") : nothing);

/** @param {Chosen} cards @param {string} zone @param {number} place */
export const has = (cards, zone, place) => cards.some(([id, at]) => id === zone && at === place);

/** @param {string} act @param {string | undefined} label @param {Doing} on @param {string} [kind] @param {string} [key] */
const button = (act, label, on, kind = "", key = "") => html`<button class="q-btn ${kind}" type="button" data-act=${act}
  aria-keyshortcuts=${key || nothing} @click=${() => on.act(act)}>${put(label)}${key ? html` <kbd aria-hidden="true">${key}</kbd>` : nothing}</button>`;

/** The amount of an action as it is set now. @param {TableAction} action @param {Drawn} drawn */
export const amountOf = ({ move, amount }, drawn) =>
  Math.min(Math.max(drawn.amounts[move] ?? amount?.value ?? 0, amount?.least ?? 0), amount?.most ?? 0);

/** The text of an action's move. @param {TableAction} action @param {Drawn} drawn */
export const moveOf = (action, drawn) => (action.amount ? fill(action.move, { n: amountOf(action, drawn) }) : action.move);

/** @param {TableAction} action @param {Drawn} drawn */
const labelOf = (action, drawn) => (action.amount ? fill(action.label_html, { n: amountOf(action, drawn) }) : action.label_html);

// ---------- cards ----------

/** What is drawn of a card's state: what is chosen is known before the engine has answered.
 * @param {TableZone} zone @param {number} place @param {Drawn} drawn */
const isOf = (zone, place, drawn) => [
  ...(zone.cards[place].is ?? []).filter((state) => state !== "selected"),
  ...(has(drawn.chosen, zone.id, place) ? ["selected"] : []),
  ...(has(drawn.hinted, zone.id, place) ? ["hinted"] : []),
];

/** The state of a card in words. @param {string[]} is @param {Frame} frame */
const spoken = (is, frame) =>
  is.map((state) => frame.ui[`play_is_${state}`]).filter(Boolean).map((said) => html`<span class="q-vh">${put(said)}</span>`);

/** @param {TableZone} zone @param {number} place @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const card = (zone, place, drawn, on, frame) => {
  const shown = zone.cards[place];
  const is = isOf(zone, place, drawn);
  const can = drawn.state === "turn" && (zone.press ?? []).includes(place);
  const inner = html`${face(shown, frame)}${spoken(is, frame)}`;
  if (!can && zone.place !== 0) {
    return html`<li><span class="q-card" data-text=${shown.text ?? shown.name} data-is=${states(is)}>${inner}</span></li>`;
  }
  return html`<li><button class="q-card" type="button" id=${idOf(frame, `${zone.id}.${place}`)} data-zone=${zone.id} data-place=${place}
    data-text=${shown.text ?? shown.name} data-is=${states(is)} aria-pressed=${can ? String(is.includes("selected")) : nothing}
    aria-disabled=${can ? nothing : "true"} tabindex=${place === tabbed(zone, drawn) ? 0 : -1}
    @click=${() => (can ? on.choose(zone.id, place) : undefined)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => on.key(zone.id, place, event)}>${inner}</button></li>`;
};

/** The card of a zone that the Tab key reaches; arrows do the rest. @param {TableZone} zone @param {Drawn} drawn */
const tabbed = (zone, drawn) => {
  const last = drawn.places[zone.id];
  return last !== undefined && last < zone.cards.length ? last : Math.max(zone.press?.[0] ?? 0, 0);
};

/** @param {Frame} frame */
const back = (frame) => html`<li aria-hidden="true"><span class="q-card is-back">${face({ face: "back", name: "" }, frame)}</span></li>`;

/** The cards of a zone; what lies face down is a sentence beside them. @param {TableZone} zone @param {string} kind
 * @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const cards = (zone, kind, drawn, on, frame) => {
  const backs = Math.min(zone.face_down ?? 0, kind === "is-stack" ? 1 : MOST_BACKS);
  if (!zone.cards.length && !backs) return nothing;
  return html`<ul class="q-cards ${kind}" .style=${`--n:${zone.cards.length + backs}`}>${
    Array.from({ length: backs }, () => back(frame))
  }${zone.cards.map((_, place) => card(zone, place, drawn, on, frame))}</ul>`;
};

/** How many cards lie face down, in words. @param {TableZone} zone */
const count = (zone) =>
  zone.face_down
    ? html`<p class="count">${put(zone.face_down_html)}</p><p class="number" aria-hidden="true"><bdi dir="ltr">${zone.face_down}</bdi></p>`
    : nothing;

/** @param {TableZone} zone */
const note = (zone) => (zone.note_html ? html`<p class="note">${put(zone.note_html)}</p>` : nothing);

/** @param {TableZone} zone @param {Frame} frame */
const empty = (zone, frame) =>
  zone.cards.length || zone.face_down ? nothing : html`<p class="nothing">${put(frame.ui.play_empty)}</p>`;

/** @param {TableZone} zone */
const chips = (zone) =>
  (zone.chips ?? []).map((chip) => html` <span class="q-chip is-${chip.kind}">${put(chip.label_html)}</span>`);

// ---------- places on the table ----------

/** A hand of another player, and what he did last. @param {TableZone} zone @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const seat = (zone, drawn, on, frame) => {
  const id = idOf(frame, zone.id);
  const did = news(drawn).findLast(({ seat }) => seat === zone.seat);
  return html`<div class="seat is-${"senw"[zone.place ?? 2]}" role="group" aria-labelledby="${id}-l" data-box=${zone.id}
    data-is=${states([...(zone.is ?? []), ...(turns(zone, drawn) ? ["turn"] : [])])} dir=${frame.ui.dir}>
    <h3 id="${id}-l"><b>${put(zone.who_html ?? whoOf(zone.seat, drawn))}</b> <small>${put(zone.label_html)}</small>${chips(zone)}</h3>
    <div class="held">${cards(zone, zone.cards.length ? "is-fan is-shown" : "is-fan", drawn, on, frame)}${count(zone)}</div>
    <p class="did" aria-hidden=${zone.note_html ? nothing : "true"}>${put(zone.note_html ?? did?.lines_html.join(" "))}</p>
  </div>`;
};

/** Who sits at a seat, as the reader calls him. @param {number | null} at @param {Drawn} drawn */
const whoOf = (at, { table }) => table?.zones.find(({ seat, region }) => seat === at && region === "hand")?.who_html;

/** Whether it is the turn of a hand's seat. @param {TableZone} zone @param {Drawn} drawn */
const turns = (zone, { state, table }) => zone.seat === table?.to_move && ["turn", "thinking", "replay"].includes(state);

/** A pile, or whatever else lies in a corner. @param {TableZone} zone @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const pile = (zone, drawn, on, frame) => {
  const id = idOf(frame, zone.id);
  return html`<div class="pile" role="group" aria-labelledby="${id}-l" data-box=${zone.id} dir=${frame.ui.dir}>
    <h3 id="${id}-l">${
      zone.team === null || zone.team === undefined
        ? put(zone.label_html)
        : html`${put(zone.ours ? frame.ui.play_we : frame.ui.play_they)}<span class="full">: ${put(zone.label_html)}</span>`
    }</h3>
    <div class="stack">${cards(zone, "is-stack", drawn, on, frame)}</div>
    ${zone.note_html ? note(zone) : html`${count(zone)}${empty(zone, frame)}`}
  </div>`;
};

/** Cards that lie open in the middle. @param {TableZone} zone @param {string} kind @param {Drawn} drawn @param {Doing} on
 * @param {Frame} frame */
const open = (zone, kind, drawn, on, frame) => {
  const id = idOf(frame, zone.id);
  return html`<div class="open is-${zone.region}" role="group" aria-labelledby="${id}-l" data-box=${zone.id} dir=${frame.ui.dir}>
    <h3 id="${id}-l">${put(zone.label_html)}</h3>
    ${cards(zone, kind, drawn, on, frame)}${empty(zone, frame)}${note(zone)}
  </div>`;
};

/** The chips that a team has before it. @param {TableTally} tally @param {Frame} frame */
const stones = (tally, frame) =>
  tally.large === null && tally.small === null
    ? nothing
    : html`<div class="stones" dir=${frame.ui.dir}><h3>${put(tally.ours ? frame.ui.play_we : frame.ui.play_they)}</h3><p aria-hidden="true">${
        Array.from({ length: tally.large ?? 0 }, () => html`<i class="is-large"></i>`)
      }${Array.from({ length: tally.small ?? 0 }, () => html`<i></i>`)}</p><p class="count">${put(tally.points_html)}</p></div>`;

/** The melds of a team, one below the other. @param {TableZone[]} zones @param {string} title @param {string} name
 * @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const melds = (zones, title, name, drawn, on, frame) => {
  const id = idOf(frame, name);
  return html`<div class="melds is-${name}" role="group" aria-labelledby="${id}-l" dir=${frame.ui.dir} data-box="melds-${name}">
    <h3 id="${id}-l">${put(title)}</h3>${zones.map((zone) => {
      const own = idOf(frame, zone.id);
      return html`<div class="meld" role="group" aria-labelledby="${own}-l" data-box=${zone.id}><h4 id="${own}-l">${put(zone.label_html)}${
        zone.note_html ? html` <span>${put(zone.note_html)}</span>` : nothing
      }</h4>${cards(zone, "is-close", drawn, on, frame)}</div>`;
    })}
    ${zones.length ? nothing : html`<p class="nothing">${put(frame.ui.play_empty)}</p>`}
  </div>`;
};

const ARROW = html`<svg class="dir" viewBox="0 0 100 100" aria-hidden="true"><path d="M6 86C48 86 80 62 84 26"/><path class="tip" d="m76 28 9-16 7 17Z"/></svg>`;

/** The zones that are drawn: those of the deal that has ended, as long as its account is read. @param {Drawn} drawn */
const zonesOf = ({ table, state }) => {
  if (!table) return [];
  return table.summary && ["summary", "over", "replay"].includes(state) ? table.summary.zones : table.zones;
};

/** @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const felt = (drawn, on, frame) => {
  const zones = zonesOf(drawn);
  const { table } = drawn;
  const account = accounted(drawn);
  if (account && !zones.some(({ cards }) => cards.length)) {
    return html`<div class="account" dir=${frame.ui.dir}>${tableOf(account.table, frame)}</div>`;
  }
  /** @param {string} region @param {boolean} [ours] */
  const of = (region, ours) => zones.filter((zone) => zone.region === region && (ours === undefined || zone.ours === ours));
  const others = zones.filter(({ place, region }) => place && ["hand", "shown"].includes(region));
  const melded = laidOut(drawn);
  const floor = of("floor")[0];
  const middle = floor ?? (melded ? of("pile")[0] : undefined);
  const rest = of("pile").filter((zone) => zone !== middle);
  const tally = (/** @type {boolean} */ side) =>
    (table?.tallies ?? []).filter(({ ours }) => ours === side).map((one) => stones(one, frame));
  const piles = (/** @type {TableZone[]} */ some) => some.map((zone) => pile(zone, drawn, on, frame));
  return html`${others.map((zone) => seat(zone, drawn, on, frame))}
    <div class="middle">${
      middle
        ? html`${open(middle, floor ? "is-floor" : "is-spread", drawn, on, frame)}${
            table?.centre_html ? html`<p class="centre" dir=${frame.ui.dir}>${put(table.centre_html)}</p>` : nothing
          }`
        : account
          ? nothing
          : html`<div class="q-way" dir=${frame.ui.dir}>${WAY}<span>${put(table?.centre_html)}</span></div>`
    }</div>
    <div class="corner is-nw">${piles(of("stock"))}</div>
    <div class="corner is-ne">${piles(of("taken", false))}${tally(false)}</div>
    <div class="corner is-sw">${piles(of("taken", true))}${tally(true)}</div>
    <div class="corner is-se">${piles(rest)}${floor && !rest.length ? ARROW : nothing}</div>
    ${
      melded && !account
        ? html`<div class="laid" tabindex="0" role="group" aria-label=${plainText(frame.ui.play_melds ?? "")}>${[true, false].map(
            (ours) => melds(of("melds", ours), sideOf(drawn, ours), ours ? "we" : "they", drawn, on, frame),
          )}</div>`
        : nothing
    }
    <p class="q-vh">${put(frame.ui.play_way)}</p>`;
};

/** What the reader's team or the other one is called. @param {Drawn} drawn @param {boolean} ours */
const sideOf = ({ table }, ours) => table?.tallies.find((one) => one.ours === ours)?.label_html ?? "";

/** Whether cards are laid out on this game's table: then the pile in its middle is one that everybody may look through.
 * @param {Drawn} drawn */
const laidOut = ({ table }) =>
  Boolean(table?.zones.some(({ region, cards }) => region === "melds" || (region === "pile" && cards.length)));

/** @param {TableZone | undefined} hand @param {Frame} frame */
const ownName = (hand, frame) => html`<h3 id="${frame.id}-mine" class=${hand ? nothing : "q-vh"}><b>${put(frame.ui.play_hand)}</b>${
  hand ? html` <small>${put(hand.label_html)}</small>${chips(hand)}` : nothing
}${hand?.note_html ? html` <span>${put(hand.note_html)}</span>` : nothing}</h3>`;

/** What helps the reader, at his thumb. @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const tools = ({ state, table }, on, { ui }) => {
  if (!["turn", "thinking", "summary"].includes(state)) return nothing;
  return html`<span class="tools">${table?.undo ? button("undo", ui.play_undo, on, "is-bare", "u") : nothing}${
    state === "turn" ? button("hint", ui.play_hint, on, "is-bare", "h") : nothing
  }</span>`;
};

/** @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const ownHand = (drawn, on, frame) => {
  const hand = zonesOf(drawn).find(({ place, region }) => place === 0 && ["hand", "shown"].includes(region));
  return html`<section class="mine" aria-labelledby="${frame.id}-mine" data-box=${hand?.id ?? nothing} data-is=${states([
    ...(hand?.is ?? []), ...(hand && turns(hand, drawn) ? ["turn"] : []),
  ])}>
    <div class="mine-head">${ownName(hand, frame)}${tools(drawn, on, frame)}</div>
    ${hand ? html`<div class="own">${cards(hand, "is-own", drawn, on, frame)}${empty(hand, frame)}</div>` : nothing}
  </section>`;
};

// ---------- what is said, and what can be done ----------

/** The last moves: since the reader's own, that one included. @param {Drawn} drawn @returns {Told[]} */
const news = ({ table, state }) => {
  const log = table?.log ?? [];
  if (state === "replay") return log.slice(-1);
  return log.slice(Math.max(log.findLastIndex(({ seat }) => seat === table?.seat), 0));
};

/** @param {Told} told */
const toldLine = ({ who_html, lines_html }) => html`<li><b>${put(who_html)}</b> <span>${
  lines_html.map((line) => html`<span>${put(line)}</span> `)
}</span></li>`;

/** The same with all that a player did in one go together. @param {Told[]} told */
const together = (told) =>
  told.reduce((/** @type {Told[]} */ all, one) => {
    const last = all.at(-1);
    if (last?.seat !== one.seat) return [...all, one];
    return [...all.slice(0, -1), { ...last, lines_html: [...last.lines_html, ...one.lines_html] }];
  }, []);

/** @param {Drawn} drawn */
const newsList = (drawn) => {
  const last = together(news(drawn)).slice(-MOST_NEWS);
  return last.length ? html`<ul class="news">${last.map(toldLine)}</ul>` : nothing;
};

/** The points of a deal that has ended, as long as they are looked at. @param {Drawn} drawn */
const accounted = ({ table, state }) => (["summary", "over", "replay"].includes(state) ? table?.summary : null);

/** @param {unknown} title */
const heading = (title) => html`<h3 class="head" tabindex="-1">${title}</h3>`;

/** What the legal actions do; with only one its name is the heading. @param {TableAction[]} actions @param {Drawn} drawn @param {Frame} frame */
const preview = (actions, drawn, frame) => {
  const [one] = actions;
  const name = (/** @type {TableAction} */ action) => put(labelOf(action, drawn));
  if (actions.length === 1) return html`<div class="q-said is-good">${heading(name(one))}${reasons(one.does, frame)}</div>`;
  const does = (/** @type {Because} */ reason) => html`${put(reason.says_html)} ${ruleLink(reason, frame)} `;
  return html`<div class="q-said">${heading(put(drawn.table?.asks_html))}<ul class="ways">${actions.map(
    (action) => html`<li><b>${name(action)}</b> ${action.does.map(does)}</li>`,
  )}</ul></div>`;
};

/** @param {Drawn} drawn @param {Frame} frame */
const saidInTurn = (drawn, frame) => {
  const { ui } = frame;
  const { refused, hint, table } = drawn;
  if (refused) {
    const title = put(fill(ui.play_not_allowed, { label: refused.label_html }));
    return html`<div class="q-said is-wrong" role="alert">${heading(title)}${reasons(refused.why, frame)}</div>`;
  }
  if (hint) {
    const title = put(fill(ui.play_hint_is, { move: hint.label_html }));
    return html`<div class="q-said is-poor">${heading(title)}${reasons(hint.because, frame)}</div>`;
  }
  const legal = drawn.chosen.length ? (table?.actions ?? []).filter(({ legal, does }) => legal && does.length) : [];
  if (legal.length) return preview(legal, drawn, frame);
  return html`<div class="q-said">${heading(put(table?.asks_html))}${newsList(drawn)}${links(table?.turn ?? [], frame)}</div>`;
};

/** @param {Drawn} drawn @param {Frame} frame */
const saidOfDeal = (drawn, frame) => {
  const found = accounted(drawn);
  if (!found) return nothing;
  const inFelt = !found.zones.some(({ cards }) => cards.length);
  return html`${found.lines_html.map((line) => html`<p>${put(line)}</p>`)}${inFelt ? nothing : tableOf(found.table, frame)}${
    found.because.length
      ? html`<details class="q-why"><summary>${put(frame.ui.why)}</summary>${reasons(found.because, frame)}</details>`
      : nothing
  }`;
};

/** Who has won, or that there is nothing left to play. @param {Drawn} drawn @param {Frame} frame */
const result = ({ table }, { ui }) => {
  if (!table?.over) return ui.play_no_more;
  return table.won_by === table.seat % 2 ? ui.play_won : ui.play_lost;
};

/** A heading with how far something is under it. @param {string | undefined} title @param {unknown} bar @param {string} [more] */
const underWay = (title, bar, more) =>
  html`<div class="q-said">${heading(put(title))}${bar}${more ? html`<p aria-hidden="true">${put(more)}</p>` : nothing}</div>`;

/** @param {Drawn} drawn @param {Frame} frame */
const saidInThought = ({ table, state, ...drawn }, { ui }) => {
  const who = whoOf(table?.to_move ?? null, { table, state, ...drawn }) ?? "";
  const bar = html`<progress class="q-bar" aria-label=${plainText(ui.play_thinking_bar ?? "")}></progress>`;
  return underWay(state === "turn" ? ui.play_hinting : fill(ui.play_thinking, { who }), bar);
};

/** @param {Frame} frame */
const saidInLoading = ({ ui, status }) => {
  const { done, total } = status ?? { done: 0, total: 0 };
  const [some, all] = [done, total].map((bytes) => megabytes(document.documentElement.lang, bytes));
  const name = plainText(ui.play_loading ?? "");
  const bar = html`<progress class="q-bar" aria-label=${name} max=${total || 1} value=${done}></progress>`;
  return underWay(ui.play_loading, bar, fill(ui.play_loading_bytes, { done: some, total: all }));
};

/** @param {Drawn} drawn @param {Frame} frame */
const saidAtEnd = (drawn, frame) => {
  const { table } = drawn;
  const won = table?.over && table.won_by === table.seat % 2;
  const deal = table?.summary ? html`<p>${put(table.summary.heading_html)}</p>` : nothing;
  return html`<div class="q-said ${won ? "is-good" : ""}">${heading(put(result(drawn, frame)))}${deal}${saidOfDeal(drawn, frame)}</div>`;
};

/** @param {Drawn} drawn @param {Frame} frame */
const saidInReplay = (drawn, frame) => {
  const { at, of } = drawn.replay ?? { at: 0, of: 0 };
  const account = accounted(drawn);
  const told = account
    ? html`<p>${put(account.heading_html)}</p>${saidOfDeal(drawn, frame)}`
    : html`${newsList(drawn)}<p>${put(drawn.table?.asks_html)}</p>`;
  return html`<div class="q-said">${heading(put(fill(frame.ui.play_move_n, { n: at, of })))}${told}</div>`;
};

/** @param {Trouble} trouble */
const saidOfTrouble = ({ title_html, why_html, text_html, text }) => html`<div class="q-said is-wrong" role="alert">
  ${heading(put(title_html))}${why_html ? html`<p>${put(why_html)}</p>` : nothing}${text_html ? html`<p>${put(text_html)}</p>` : nothing}${text ? html`<p>${text}</p>` : nothing}</div>`;

/** @param {Drawn} drawn @param {Frame} frame */
const said = (drawn, frame) => {
  const { state, table, doing } = drawn;
  if (drawn.slow) return saidInThought(drawn, frame);
  if (state === "turn") return saidInTurn(drawn, frame);
  if (state === "summary") {
    return html`<div class="q-said">${heading(put(table?.summary?.heading_html))}${saidOfDeal(drawn, frame)}</div>`;
  }
  if (state === "over") return saidAtEnd(drawn, frame);
  if (state === "replay") return saidInReplay(drawn, frame);
  if (state === "failed" && drawn.trouble) return saidOfTrouble(drawn.trouble);
  if (frame.status?.name === "loading") return saidInLoading(frame);
  const title = doing ?? table?.asks_html ?? frame.ui.play_loading;
  return html`<div class="q-said">${heading(put(title))}${doing ? nothing : newsList(drawn)}</div>`;
};

/** @param {TableAction} action @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const actionButton = (action, drawn, on, frame) => {
  const press = html`<button class="q-btn ${action.main && action.legal ? "is-main" : ""}" type="button" data-act="move"
    data-move=${moveOf(action, drawn)} aria-disabled=${action.legal ? nothing : "true"} @click=${() => on.move(action)}>${put(labelOf(action, drawn))}${
      action.legal ? nothing : html`<span class="q-vh">: ${put(frame.ui.play_why_not)}</span>`
    }</button>`;
  if (!action.amount) return press;
  const at = amountOf(action, drawn);
  /** @param {number} by @param {string} sign @param {string | undefined} name */
  const step = (by, sign, name) => html`<button class="q-btn" type="button" aria-label=${plainText(name ?? "")}
    aria-disabled=${at + by < (action.amount?.least ?? 0) || at + by > (action.amount?.most ?? 0) ? "true" : nothing}
    @click=${() => on.step(action, by)}>${sign}</button>`;
  return html`<span class="amount" role="group">${step(-1, "−", frame.ui.play_less)}${press}${step(1, "+", frame.ui.play_more)}</span>`;
};

/** @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const acts = (drawn, on, frame) => {
  const { ui } = frame;
  const { state, table } = drawn;
  if (drawn.slow) return button("cancel", ui.cancel, on);
  if (state === "thinking" && frame.status?.name === "loading") return button("cancel-load", ui.cancel, on);
  if (state === "turn") return (table?.actions ?? []).map((action) => actionButton(action, drawn, on, frame));
  if (state === "summary") return button("next-deal", ui.play_next, on, "is-main");
  if (state === "over") return [button("new", ui.play_new, on, "is-main"), button("replay", ui.play_replay, on)];
  if (state === "replay") {
    const { at, of } = drawn.replay ?? { at: 0, of: 0 };
    /** @param {string} act @param {boolean} can @param {unknown} label @param {string} [kind] */
    const go = (act, can, label, kind = "") => html`<button class="q-btn ${kind}" type="button" data-act=${act}
      aria-disabled=${can ? nothing : "true"} @click=${() => (can ? on.act(act) : undefined)}>${label}</button>`;
    return [
      go("first", at > 0, put(ui.play_first), "is-bare"),
      go("back", at > 0, html`<span class="q-turn"></span>${put(ui.back)}`),
      go("forward", at < of, html`${put(ui.next)}<span class="q-turn is-next"></span>`, "is-main"),
      go("end-replay", true, put(ui.play_end_replay), "is-bare"),
    ];
  }
  if (state === "failed") return (drawn.trouble?.acts ?? []).map(({ act, label_html, main }) => button(act, label_html, on, main ? "is-main" : ""));
  if (state === "thinking" && table && !drawn.fast && !drawn.doing) return button("faster", ui.play_faster, on, "is-bare");
  return nothing;
};

// ---------- around the table ----------

/** Which deal is being played; while the account of one is read, its heading says that. @param {Drawn} drawn */
const roundOf = (drawn) => (accounted(drawn) ? "" : drawn.table?.round_html);

/** @param {TableTally} tally @param {Frame} frame */
const standing = (tally, { ui }) => html`<span title=${plainText(tally.label_html)}>${put(tally.ours ? ui.play_we : ui.play_they)}
  <b>${put(tally.points_html)}</b>${tally.note_html ? html` <small>${put(tally.note_html)}</small>` : nothing}</span> `;

/** @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const head = (drawn, on, frame) => {
  const { table } = drawn;
  const text = frame.view === "text";
  return html`<header class="play-head">
    <p class="tally">${(table?.tallies ?? []).toSorted((one, other) => Number(other.ours) - Number(one.ours)).map(
      (one) => standing(one, frame),
    )}</p>
    <p class="stand"><span>${put(table?.until_html)}</span> <span class="round">${put(roundOf(drawn))}</span></p>
    <button class="q-view" type="button" aria-pressed=${text} @click=${on.view}><svg viewBox="0 0 16 16"
      aria-hidden="true"><path d="M1 3H15M1 8H15M1 13H9"/></svg><span>${put(frame.ui.as_text)}</span></button>
  </header>`;
};

/** @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const log = (drawn, on, frame) => html`<details class="log">
  <summary><span>${put(frame.ui.play_log)}</span> <small>${put(roundOf(drawn))}</small></summary>
  ${
    drawn.table?.log.length
      ? html`<ol reversed aria-label=${plainText(frame.ui.play_log_order ?? "")}>${drawn.table.log.toReversed().map(toldLine)}</ol>`
      : html`<p class="nothing-yet">${put(frame.ui.play_log_empty)}</p>`
  }
  <div class="q-acts">${button("copy-log", frame.ui.play_copy_log, on, "is-bare")}</div>
</details>`;

/** @param {Drawn} drawn @param {Doing} on @param {Frame} frame */
const menu = (drawn, on, frame) => {
  const { ui } = frame;
  const { match, state } = drawn;
  return html`<div class="menu">
    <div class="q-acts">${button("copy-link", ui.play_copy_link, on)}${button("save", ui.play_save_file, on, "is-bare")}${
      state !== "replay" && state !== "over" ? button("replay", ui.play_replay, on, "is-bare") : nothing
    }${state !== "over" ? button("new", ui.play_new, on, "is-bare") : nothing}${button("keys", ui.keys_title, on, "is-bare keys", "?")}</div>
    <p class="q-ink3" role="status">${put(drawn.said)}</p>
    ${match?.taken ? html`<p class="q-ink3 taken">${put(fill(ui.play_taken, { n: match.taken }))}</p>` : nothing}
  </div>`;
};

/** @param {string[]} notices @param {unknown} [more] */
const told = (notices, more = nothing) =>
  notices.length ? html`<div class="notices" role="status">${notices.map((one) => html`<p>${put(one)}</p>`)}${more}</div>` : nothing;

/**
 * A match in play.
 *
 * @param {Drawn} drawn
 * @param {Doing} on
 * @param {Frame} frame
 */
export const playing = (drawn, on, frame) => html`<div class="play" data-view=${frame.view ?? "picture"}
  data-layout=${laidOut(drawn) ? "melds" : drawn.table?.zones.some(({ region }) => region === "floor") ? "floor" : "plain"}>
  ${head(drawn, on, frame)}
  <section class="table" aria-labelledby="${frame.id}-table">
    <h2 class="q-vh" id="${frame.id}-table">${put(frame.ui.play_table)}</h2>
    <div class="q-felt"><div class="grid" @click=${() => (drawn.state === "thinking" ? on.act("hurry") : undefined)}>${felt(drawn, on, frame)}</div></div>
  </section>
  <div class="say">
    ${told(drawn.notices, drawn.other ? button("go-on", frame.ui.play_back_to_mine, on, "is-bare") : nothing)}
    <div class="said" aria-live="polite">${said(drawn, frame)}</div>
    <div class="q-acts">${acts(drawn, on, frame)}</div>
  </div>
  ${ownHand(drawn, on, frame)}
  ${log(drawn, on, frame)}
  ${menu(drawn, on, frame)}
  <p class="q-vh" aria-live="assertive" data-live="answer"></p>
</div>`;

// ---------- before a match ----------

/**
 * What is asked before a match begins.
 *
 * @typedef {object} Start
 * @property {Match | null} kept  the match that is going on on this device
 * @property {Field[]} options
 * @property {number} strength
 * @property {string[]} notices
 * @property {boolean} unread  whether this device holds something that is no match that can be read
 */

/**
 * @param {Start} begin
 * @param {{act: Doing["act"], set: (path: string, value: any) => void, type: (path: string, text: string) => void,
 *   file: (event: Event) => void}} on
 * @param {Frame} frame
 */
export const starting = (begin, on, frame) => {
  const { ui } = frame;
  /** @type {Handlers} */
  const handlers = { set: on.set, type: on.type };
  /** @type {ChoiceField} */
  const strength = {
    path: "strength",
    label_html: ui.play_strength ?? "",
    kind: "choice",
    value: begin.strength,
    choices: [1, 2, 3].map((value) => ({ value, label_html: ui[`play_strength_${value}`] ?? "" })),
  };
  const doing = /** @type {Doing} */ (/** @type {unknown} */ (on));
  return html`<div class="play-start">
    ${told(
      begin.notices,
      begin.unread ? html`<div class="q-acts">${button("save-unread", ui.unread_save, doing)}${button("forget-unread", ui.unread_forget, doing, "is-bare")}</div>` : nothing,
    )}
    ${
      begin.kept
        ? html`<section class="q-said" aria-labelledby="${frame.id}-kept"><h2 id="${frame.id}-kept">${put(ui.play_going_on)}</h2>
            ${begin.kept.score ? html`<p>${put(fill(ui.play_score, { ours: begin.kept.score[0], theirs: begin.kept.score[1] }))}</p>` : nothing}
            <div class="q-acts">${button("go-on", ui.play_go_on, doing, "is-main")}</div></section>`
        : nothing
    }
    <section class="q-said" aria-labelledby="${frame.id}-new"><h2 id="${frame.id}-new">${put(ui.play_new)}</h2>
      <div class="q-fields">${fieldOf(strength, handlers, frame)}${
        begin.options.length
          ? html`<details class="q-options" ?open=${Boolean(frame.faults?.length)}><summary>${put(ui.options)}</summary><div
              class="q-fields">${begin.options.map((field) => fieldOf(field, handlers, frame))}</div></details>`
          : nothing
      }</div>
      <div class="q-acts">${button("play", ui.play_start, doing, begin.kept ? "" : "is-main")}
        <label class="q-btn is-bare">${put(ui.play_open_file)}<input class="q-vh" type="file" data-act="file"
          accept=".json,application/json" @change=${on.file}></label></div>
      ${(frame.faults ?? []).filter(({ path }) => !begin.options.some((field) => path.startsWith(field.path))).map(
        (one) => html`<p class="q-fault" role="alert">${faultText(one, frame)}</p>`,
      )}
    </section>
  </div>`;
};

/** A question before something is given up. @param {Frame} frame */
export const confirming = ({ ui, id }) => html`<h2 id="${id}-sure">${put(ui.play_sure)}</h2><p>${put(ui.play_sure_text)}</p>
  <form method="dialog" class="q-acts"><button class="q-btn is-main" value="yes" data-act="confirm">${put(ui.play_sure_yes)}</button><button
    class="q-btn" value="no" autofocus>${put(ui.play_sure_no)}</button></form>`;

/** The list of keys. @param {Frame} frame */
export const keysOf = ({ ui }) => {
  const rtl = ui.dir === "rtl";
  const keys = [
    ["← →", ui.play_key_cards],
    [`${ui.play_key_space ?? ""}`, ui.play_key_choose],
    ["Enter", ui.play_key_enter],
    ["u", ui.play_key_undo],
    ["h", ui.play_key_hint],
    [rtl ? "→ ←" : "← →", ui.play_key_replay],
    ["?", ui.key_list],
  ];
  return html`<h2>${put(ui.keys_title)}</h2>
    <dl>${keys.map(([key, label]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${put(label)}</dd></div>`)}</dl>
    <form method="dialog"><button class="q-btn is-main">${put(ui.close)}</button></form>`;
};
