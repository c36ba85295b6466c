// What is drawn: a scene, as rules_engine.scenes makes it, and the words and places around it. Types only.

/** @typedef {null | boolean | number | string | Plain[] | {[key: string]: Plain}} Plain */
/** @typedef {{[key: string]: Plain}} Question  A question in its plain form. */
/** @typedef {{[key: string]: string}} Words  Keys of `ui` to safe HTML. */

/**
 * @typedef {object} Card
 * @property {string | null} face  a symbol of cards.svg; null for what is not a card
 * @property {string} name
 * @property {string[]} [is]
 * @property {string | null} [mark_html]  what it stands for, or why it is marked
 */

/**
 * @typedef {object} Chip
 * @property {string} kind
 * @property {string} label_html
 */

/**
 * @typedef {object} Zone
 * @property {string} id  the path of the field that fills it, if one does
 * @property {number | null} seat
 * @property {string} label_html
 * @property {Card[]} cards
 * @property {"fan" | "row" | "meld" | "pile"} [layout]
 * @property {number} [face_down]
 * @property {Chip[]} [chips]
 * @property {string | null} [note_html]
 * @property {string[]} [is]
 */

/**
 * @typedef {object} Key
 * @property {string} card
 * @property {string} name
 * @property {string} face
 * @property {boolean} whole  whether the card needs no suit
 */

/** @typedef {{suit: string, sign: string, name: string}} SuitKey */

/**
 * @typedef {object} FieldBase
 * @property {string} path
 * @property {string} label_html
 */

/** @typedef {FieldBase & {kind: "choice", value: Plain, choices: {value: Plain, label_html: string, label?: string}[]}} ChoiceField */
/** @typedef {FieldBase & {kind: "number", value: Plain, min?: number | null, max?: number | null}} NumberField */
/** @typedef {FieldBase & {kind: "text", value: string}} TextField */
/**
 * @typedef {FieldBase & {kind: "cards", value: Plain[], count: number | null, keys: Key[], suits: SuitKey[],
 *   remove_html?: string}} CardsField  without a count it takes any number
 */
/**
 * @typedef {FieldBase & {kind: "list", rows: Field[][], blank: Plain, add_html: string, remove_html: string}} ListField
 */
/** @typedef {ChoiceField | NumberField | TextField | CardsField | ListField} Field */

/**
 * @typedef {object} Fault
 * @property {string} path
 * @property {string} [html]
 * @property {string} [text]  in place of HTML
 * @property {{title_html: string, href: string, ruling?: boolean} | null} [rule]
 */

/**
 * @typedef {object} Because
 * @property {string} rule
 * @property {string} title_html
 * @property {string} href  relative to the game's folder
 * @property {boolean} [ruling]
 * @property {string | null} [says_html]
 */

/** @typedef {{label_html: string, cells_html: string[], href?: string}} Row  A line of points; href as in Because. */

/**
 * @typedef {object} Table
 * @property {string} caption_html
 * @property {string[]} head_html
 * @property {Row[]} rows
 * @property {Row | null} [total]
 */

/**
 * @typedef {object} Bar  Shares of a whole.
 * @property {string} label_html
 * @property {string | null} note_html
 * @property {{kind: "team" | "own", label_html: string, share_html: string, permille: number}[]} marks
 */

/**
 * @typedef {object} Verdict
 * @property {string[]} lines_html
 * @property {Table | null} [table]
 * @property {Bar[]} [bars]
 * @property {Because[]} because
 */

/**
 * @typedef {object} Scene
 * @property {string} game
 * @property {string} ask
 * @property {string} lang
 * @property {"seats" | "row"} layout
 * @property {string | null} heading_html
 * @property {string | null} [centre_html]
 * @property {string | null} [way]
 * @property {Zone[]} zones
 * @property {Field[]} [fields]
 * @property {Verdict | null} [verdict]
 * @property {string[]} [log_html]
 * @property {Fault[]} [faults]
 * @property {Question} question
 */

/** @typedef {{error?: {path: string, message: string, kind: string}}} Refused  What the engine says of an unusable question. */

/**
 * Where a scene is drawn and what stands around it.
 *
 * @typedef {object} Frame
 * @property {Words} ui
 * @property {string} shared  the folder of what all pages share, with its last slash
 * @property {string} root  the game's folder, with its last slash
 * @property {string} id  of the figure; unique in the page
 * @property {string} [title_html]
 * @property {string} [teaches_html]  the sentence an example teaches
 * @property {string} [caption_html]  in place of the scene's own heading
 * @property {2 | 3} [level]  of the figure's heading; 3 unless given
 * @property {"picture" | "text"} [view]
 * @property {boolean} [live]  whether its cards and fields can be changed
 * @property {boolean} [plain]  an example whose cards can be made one's own, but have not been yet
 * @property {boolean} [changed]  whether the question is no longer the one it began with
 * @property {boolean} [stale]  whether the verdict belongs to an earlier question
 * @property {{path: string, index: number} | null} [picked]
 * @property {{[path: string]: string}} [typed]  what stands in number fields, where it is not the scene's value
 * @property {Status} [status]
 * @property {Fault[]} [faults]
 * @property {string | null} [copied_html]  said after a link was copied or a file saved
 */

/**
 * @typedef {object} Status
 * @property {"idle" | "loading" | "ready" | "failed"} name
 * @property {number} done  bytes
 * @property {number} total  bytes
 * @property {Why} [why]  the engine failed
 */

/**
 * Why the engine failed: its files did not come, or came from a site that has been published anew, or were of no use; the
 * browser cannot run it; or it ran, and broke or fell silent.
 *
 * @typedef {"network" | "new" | "damaged" | "unable" | "silent"} Why
 */

/**
 * A step of a walkthrough.
 *
 * @typedef {object} Step
 * @property {string} id
 * @property {string} title_html
 * @property {string | null} [tells_html]
 * @property {Scene | null} scene  null where a step only tells
 * @property {Scene | null} [answered]  the scene with its answer, shown once a right choice was made
 * @property {string | null} [asks_html]
 * @property {Choice[]} [choices]
 * @property {string[]} [hints_html]
 * @property {string | null} [otherwise_html]
 * @property {number} number
 * @property {number} of
 * @property {{id: string, title_html: string} | null} [back]
 * @property {{id: string, title_html: string} | null} [next]
 */

/**
 * @typedef {object} Choice
 * @property {string} id
 * @property {string} label_html
 * @property {Card | null} [card]  the card that it is, if it is one
 * @property {boolean} right
 * @property {string} tell_html
 * @property {Because[]} [because]
 */

/** @typedef {{id: string, lang: string, game: string, steps: Step[]}} Walkthrough */

/**
 * What a board calls when it is used. All may be missing: then the same markup is drawn and does nothing.
 *
 * @typedef {object} Handlers
 * @property {() => void} [view]
 * @property {() => void} [reset]
 * @property {() => void} [link]
 * @property {() => void} [retry]
 * @property {() => void} [cancel]
 * @property {(path: string, index: number) => void} [pick]
 * @property {(path: string, index: number, event: KeyboardEvent) => void} [key]
 * @property {(path: string, value: Plain) => void} [set]
 * @property {(path: string, index: number, key: string | null) => void} [card]
 * @property {(path: string, text: string) => void} [type]
 * @property {(path: string, text: string) => void} [write]
 * @property {(path: string, value: Plain) => void} [add]
 * @property {(path: string, row: number) => void} [remove]
 */

// ---------- matches, as rules_engine.tables draws them ----------

/** @typedef {[zone: string, place: number][]} Chosen  Cards, each by the path of its zone and its place there. */

/**
 * @typedef {object} TableZone
 * @property {string} id
 * @property {number | null} seat
 * @property {number | null} place  where its seat sits as the reader sees it: 0 is his own, 1 right, 2 opposite, 3 left
 * @property {string} region  hand, floor, stock, pile, melds, taken or shown
 * @property {number | null} [team]
 * @property {boolean | null} [ours]
 * @property {string} [who_html]
 * @property {string} label_html
 * @property {(Card & {text?: string})[]} cards
 * @property {"fan" | "row" | "meld" | "pile"} [layout]
 * @property {number} [face_down]
 * @property {string} [face_down_html]
 * @property {number[]} [press]  the places of the cards that can be chosen
 * @property {Chip[]} [chips]
 * @property {string | null} [note_html]
 * @property {string[]} [is]
 */

/**
 * @typedef {object} TableAction
 * @property {string} move  its text; `{n}` stands for the amount
 * @property {string} label_html
 * @property {string} label
 * @property {boolean} legal
 * @property {Because[]} why  what forbids it
 * @property {boolean} main
 * @property {{least: number, most: number, value: number} | null} amount
 * @property {Because[]} does
 */

/**
 * @typedef {object} TableTally
 * @property {number} team
 * @property {boolean} ours
 * @property {string} label_html
 * @property {string} points_html
 * @property {string | null} note_html
 * @property {number | null} large  chips that stand for several points
 * @property {number | null} small
 */

/** @typedef {{seat: number, who_html: string, lines_html: string[]}} Told  What a move did. */

/**
 * @typedef {object} TableSummary
 * @property {string} heading_html
 * @property {string[]} lines_html
 * @property {Table} table
 * @property {TableZone[]} zones
 * @property {Because[]} because
 */

/**
 * @typedef {object} PlayTable
 * @property {string} game
 * @property {string} lang
 * @property {Question} question
 * @property {number} seat
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {number | null} won_by
 * @property {TableZone[]} zones
 * @property {string | null} centre_html
 * @property {TableTally[]} tallies
 * @property {string} round_html
 * @property {string} until_html
 * @property {string} asks_html
 * @property {Because[]} turn
 * @property {TableAction[]} actions
 * @property {Told[]} log
 * @property {{moves: number, seen: boolean} | null} undo
 * @property {TableSummary | null} summary
 */

/** @typedef {"start" | "turn" | "thinking" | "summary" | "over" | "replay" | "failed"} PlayState */

/**
 * A match as the page keeps it. The record is a question, as the engine is asked it.
 *
 * @typedef {object} Match
 * @property {Question & {moves: string[], view: number}} record
 * @property {number} strength  of the computer players
 * @property {number} taken  how often a move was taken back after cards had been seen
 * @property {number} read  at how many moves the account of a deal has been read
 * @property {[ours: number, theirs: number] | null} score  as it last stood, for the reader who comes back
 * @property {boolean} done  whether nothing is left to play
 */

export {};
