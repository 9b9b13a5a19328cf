import sanitizeHtml from 'sanitize-html';

/** Specification 2, section 2 (act summary): nothing else, and no attributes. */
const FORMATTING = ['p', 'strong', 'em', 'ul', 'ol', 'li', 'br'];

const OLD_NAMES = { b: 'strong', i: 'em' };

/** Lists in lists as deep as anybody writes them; deeper markup only loads browsers. */
const DEEPEST = 20;

/** Rich text with only the formatting that the product shows, well formed; scripts and styles lose their content too. */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: FORMATTING,
    allowedAttributes: {},
    transformTags: OLD_NAMES,
    nestingLimit: DEEPEST,
  });
}

/** Whether rich text shows nothing: an editor's empty document is `<p></p>`. */
export function isBlankRichText(html: string): boolean {
  return sanitizeHtml(html, { allowedTags: [] }).trim() === '';
}
