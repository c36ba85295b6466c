// What a page needs before anything is drawn: the reader's choice of light or dark. Then the few things that CSS cannot do.
(() => {
  const html = document.documentElement;
  const key = "qawaid:scheme";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wide = matchMedia("(min-width: 64rem)");

  html.classList.replace("no-js", "js");

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

    // Material's search listens to keys only: let it hear what is pasted, spoken or swiped too
    const query = document.querySelector("[data-md-component=search-query]");
    query?.addEventListener("input", () => query.dispatchEvent(new KeyboardEvent("keyup")));

    // beside a wide page the chapters are always there
    const lay = () => chapters?.toggleAttribute("open", wide.matches);
    wide.addEventListener("change", lay);
    lay();
  });
})();
