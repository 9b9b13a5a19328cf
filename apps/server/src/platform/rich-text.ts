import sanitizeHtml from 'sanitize-html';

/** Specification 2, section 2 (act summary): nothing else, and no attributes. */
const FORMATTING = ['p', 'strong', 'em', 'ul', 'ol', 'li', 'br'];

/** Rich text with only the formatting that the product shows, well formed; scripts and styles lose their content too. */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, { allowedTags: FORMATTING, allowedAttributes: {} });
}
