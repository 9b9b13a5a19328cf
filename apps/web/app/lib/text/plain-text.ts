const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Plain text of HTML: no tags, one space where a paragraph or a list item ends. */
export function plainTextOf(html: string): string {
  return html
    .replace(/<\/?(?:p|ol|ul|li|br)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => CHARACTERS[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
