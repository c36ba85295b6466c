// A page that is made to be printed: its button, and its address, which only the browser knows.

/** The button that prints the page. The browser's own command prints the same. */
class Print extends HTMLElement {
  connectedCallback() {
    this.querySelector("[data-do='print']")?.addEventListener("click", () => print());
    const { host, pathname } = location;
    for (const place of document.querySelectorAll("[data-here]")) place.textContent = decodeURI(host + pathname);
  }
}

customElements.define("q-print", Print);
