/**
 * A text of at most so many UTF-16 units, with an ellipsis where something is left out; no character is cut in two. What
 * writes PDFs, calendars and mails cuts whatever is longer than its column may be (R-api-61): no more of it is looked at.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
