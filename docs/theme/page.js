// What a page needs before anything is drawn: the reader's choice of light or dark. Then the few things that CSS cannot do.
(() => {
  const html = document.documentElement;
  const key = "qawaid:scheme";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wide = matchMedia("(min-width: 64rem)");

  html.classList.replace("no-js", "js");
  html.classList.toggle("has-place", location.hash.length > 1);
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a[href*='#']")) html.classList.add("has-place");
  }, true);

  /** The reader's own choice, if there is one and the device lets us keep it. */
  const chosen = () => {
    try { return localStorage.getItem(key); } catch { return null; }
  };

  /** @param {string | null} scheme "default", "slate" or null: as the system has it */
  const keep = (scheme) => {
    try { scheme ? localStorage.setItem(key, scheme) : localStorage.removeItem(key); } catch { /* kept for this page only */ }
  };

  /** @param {string | null} scheme */
  const show = (scheme) => {
    if (scheme === "default" || scheme === "slate") html.dataset.mdColorScheme = scheme;
    else delete html.dataset.mdColorScheme;
  };

  const turn = () => {
    const system = dark.matches ? "slate" : "default";
    const next = (html.dataset.mdColorScheme ?? system) === "slate" ? "default" : "slate";
    const scheme = next === system ? null : next;
    show(scheme);
    keep(scheme);
  };

  // Material opens the search with `/` and goes through what is found with the arrows. Here it gets a button, lets Tab
  // through, closes when the focus leaves it, and gives the focus back.

  /** What holds whether the search is open, if the page has one. @returns {HTMLInputElement | null} */
  const box = () => document.querySelector("#__search");

  /** Whether Material's script has been asked for. */
  let begun = false;

  /** Fetch Material's script. It brings the index of all games with it, so it comes when somebody is about to search. */
  const begin = () => {
    if (begun) return;
    begun = true;
    const script = Object.assign(document.createElement("script"), { src: `${html.dataset.shared}material/bundle.js` });
    script.addEventListener("error", () => { begun = false; });
    document.head.append(script);
  };

  /** What had the focus before the search. @type {HTMLElement | null} */
  let before = null;

  const search = () => {
    const open = box();
    const sheet = document.querySelector(".q-search");
    const query = /** @type {HTMLInputElement | null | undefined} */ (sheet?.querySelector("[data-md-component=search-query]"));
    const button = /** @type {HTMLElement | null} */ (document.querySelector(".q-search-open"));
    const list = sheet?.querySelector(".q-search-list");
    if (!open || !sheet || !query || !button || !list) return;
    for (const kind of ["pointerenter", "focus", "click"]) button.addEventListener(kind, begin);
    if (new URLSearchParams(location.search).has("q")) begin();
    button.addEventListener("click", () => {
      open.click();
      if (open.checked) query.focus();
    });
    document.querySelector(".q-search-veil")?.addEventListener("click", () => open.click());
    open.addEventListener("change", () => {
      button.setAttribute("aria-expanded", `${open.checked}`);
      query.tabIndex = open.checked ? 0 : -1;
    });
    sheet.addEventListener("focusin", (event) => {
      const from = /** @type {FocusEvent} */ (event).relatedTarget;
      if (!(from instanceof Node && sheet.contains(from))) before = from instanceof HTMLElement ? from : button;
    });
    sheet.addEventListener("focusout", (event) => {
      const to = /** @type {FocusEvent} */ (event).relatedTarget;
      if (open.checked && to instanceof Node && to !== button && !sheet.contains(to)) open.click();
    });
    new MutationObserver(() => {
      for (const found of list.querySelectorAll("[tabindex]")) found.removeAttribute("tabindex");
    }).observe(list, { childList: true, subtree: true });
    const meta = sheet.querySelector(".q-search-meta");
    const on = /** @type {HTMLElement | null} */ (sheet.querySelector(".q-search-on"));
    if (meta && on) new MutationObserver(() => { on.hidden = meta.textContent !== on.dataset.after; }).observe(meta, { childList: true });
    // it listens to keys only: let it hear what is pasted, spoken or swiped too
    query.addEventListener("input", () => query.dispatchEvent(new KeyboardEvent("keyup")));
  };

  // Material hears every key that comes as far as this, and only what its search needs: not the letters of cards
  addEventListener("keydown", (event) => {
    const open = box();
    const at = /** @type {Element} */ (event.target);
    const { key } = event;
    const query = at.matches("[data-md-component=search-query]");
    const goes = query ? key !== "Tab" : at.closest(".q-search") && /^(Arrow(Up|Down)|\S)$/u.test(key);
    if (open?.checked && key === "Escape" && !event.isComposing) {
      open.click();
      before?.focus();
    } else if (!begun && key === "/" && !event.defaultPrevented && !at.closest("input, select, textarea")) {
      event.preventDefault();
      /** @type {HTMLElement | null} */ (document.querySelector(".q-search-open"))?.click();
    } else if (!event.defaultPrevented && (open?.checked ? goes : key === "/")) return;
    event.stopImmediatePropagation();
  });

  // What the page needs may not come: its script, or the words of its components. A slip says so and offers the ways on.

  /** What is done when the reader wants it fetched again. @type {(() => void)[]} */
  let again = [];

  const tellLost = () => {
    const slip = document.querySelector(".q-lost");
    const words = /** @type {HTMLTemplateElement | null} */ (document.querySelector("#q-lost"));
    if (!slip || !words || slip.childElementCount) return;
    html.classList.add("has-lost");
    slip.append(words.content.cloneNode(true));
    slip.querySelector("[data-do=lost-close]")?.addEventListener("click", () => slip.replaceChildren());
    slip.querySelector("[data-do=lost-reload]")?.addEventListener("click", () => location.reload());
    slip.querySelector("[data-do=lost-again]")?.addEventListener("click", () => {
      slip.replaceChildren();
      const acts = again;
      again = [];
      for (const act of acts) act();
    });
  };

  /** @param {() => void} act */
  const lose = (act) => {
    again.push(act);
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", tellLost, { once: true });
    else tellLost();
  };

  addEventListener("qawaid:lost", (event) => lose(/** @type {CustomEvent<() => void>} */ (event).detail));
  addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module") lose(() => location.reload());
  }, true);

  show(chosen());
  addEventListener("storage", (event) => { if (event.key === key) show(event.newValue); });

  document.addEventListener("DOMContentLoaded", () => {
    const languages = document.querySelector(".q-langs");
    const chapters = document.querySelector(".q-chapters");

    document.querySelector("[data-theme]")?.addEventListener("click", turn);

    // the other languages show the same page at the same place
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-keeps-place]"));
    const follow = () => links.forEach((link) => { link.search = location.search; link.hash = location.hash; });
    languages?.addEventListener("toggle", follow);
    for (const kind of ["pointerdown", "focusin"]) languages?.addEventListener(kind, follow);

    /** @param {Element | null} details */
    const close = (details) => details?.removeAttribute("open");
    document.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!target.closest(".q-langs")) close(languages);
      if (!wide.matches && target.closest(".q-chapters a")) close(chapters);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !languages?.hasAttribute("open")) return;
      close(languages);
      languages.querySelector("summary")?.focus();
    });

    search();

    // beside a wide page the chapters are always there
    const lay = () => chapters?.toggleAttribute("open", wide.matches);
    wide.addEventListener("change", lay);
    lay();
  });
})();
