import { composeText } from '@anupalan/domain/written/compose';

/** The same text for two that differ by capitals and blanks alone. */
export function sameText(text: string): string {
  return composeText(text, 'NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
