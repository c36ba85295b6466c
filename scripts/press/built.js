// Put into every page while files are watched, and never into a built one: loads the page again when its language has been
// built again, and shows what keeps it from being built.
(() => {
  const { lang, number } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const bar = Object.assign(document.createElement("pre"), { lang: "en", dir: "ltr", role: "alert" });
  bar.style.cssText =
    "position:fixed;inset:auto 0 0;z-index:99;margin:0;padding:.75rem 1rem;max-height:40vh;overflow:auto;" +
    "white-space:pre-wrap;background:#7a1020;color:#fff;font:14px/1.5 monospace";
  /** @type {EventSource | undefined} */
  let news;
  const listen = () => {
    news?.close();
    if (document.hidden) return; // a browser keeps few connections to one host
    news = new EventSource("/_built");
    news.onmessage = ({ data }) => {
      const { numbers, faults } = JSON.parse(data);
      if (lang && lang in numbers && numbers[lang] !== Number(number)) location.reload();
      bar.textContent = faults.join("\n");
      if (faults.length) document.body.append(bar);
      else bar.remove();
    };
  };
  document.addEventListener("visibilitychange", listen);
  listen();
})();
