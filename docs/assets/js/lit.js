// The one file that names lit-html. Node finds it by its package name; the press, copying these files for the browser,
// turns the name into the path of the copy that lies beside them.
import { html, nothing, render } from "lit-html";
import { unsafeHTML } from "lit-html/directives/unsafe-html.js";

export { html, nothing, render };

/**
 * Insert HTML that the project's own renderer of words made. HTML enters a page through this function and no other.
 *
 * @param {string | null | undefined} safe
 */
export const put = (safe) => (safe ? unsafeHTML(safe) : nothing);
