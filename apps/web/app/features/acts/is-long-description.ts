import { plainTextOf } from '../../lib/plain-text.ts';

/** More characters of text than this are clamped to two lines (specification 2, section 9). */
const CLAMPED_ABOVE = 100;

/** Whether a description (rich text) is clamped; its tags don't count. */
export function isLongDescription(html: string): boolean {
  return plainTextOf(html).length > CLAMPED_ABOVE;
}
