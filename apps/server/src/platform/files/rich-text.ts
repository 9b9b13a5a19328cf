import sanitizeHtml from 'sanitize-html';

/** The formatting that rich text may have: nothing else, and no attributes (R-tracker-18). */
const FORMATTING = ['p', 'strong', 'em', 'ul', 'ol', 'li', 'br'];

const OLD_NAMES = { b: 'strong', i: 'em' };

/** Levels of lists in lists: deeper markup is nobody's text and only loads browsers. */
const DEEPEST = 20;

/** Rich text with only the formatting that the product shows, well formed; scripts and styles lose their content too. */
export function cleanRichText(html: string): string {
  // Twice, as an element that is left out may have held apart what a reader of the rest joins or splits.
  return clean(clean(html));
}

function clean(html: string): string {
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
