/** The same text for two that differ by capitals and blanks alone. */
export function sameText(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
