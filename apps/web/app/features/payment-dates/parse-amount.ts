/** What an amount box holds, in rupees; NaN, which the schema refuses, for an empty one. */
export function parseAmount(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
