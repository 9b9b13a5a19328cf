import type { FileMatch } from '@anupalan/contract/people/filing-runs';
import type { Evidence, Said, SameFile } from '@anupalan/contract/proof/evidence';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { formatRupees } from '@anupalan/domain/money';

/** What a document proposes for a record: the figures of its text that can't be mistaken. Days are ISO. */
export interface Proposal {
  readonly number: string | null;
  readonly amount: number | null;
  readonly day: string | null;
}

/** What the text of a document proposes; null when nothing in it is sure. */
export function proposalOf({ sure: { number, amount, day } }: Pick<Said, 'sure'>): Proposal | null {
  const proposal = { number, amount, day: day?.slice(0, 10) ?? null };
  return Object.values(proposal).every((one) => one === null) ? null : proposal;
}

/** Number, amount and day in words, "No. 4711 · ₹12,345 · 12/11/2026"; empty when all are null. */
export function describeFacts({ number, amount, day }: Proposal): string {
  const parts = [number && `No. ${number}`, amount !== null && formatRupees(amount), day && formatIsoDay(day)];
  return parts.filter(Boolean).join(' · ');
}

/** Where the very same bytes lie already (R-evidence-11). */
export function describeSame({ name, title, day, companyName }: SameFile): string {
  if (title === '') return `The same file is among those that you sent, as ${name}`;
  const where = [title, day && formatIsoDay(day), companyName].filter(Boolean).join(', ');
  return `The same file is already at ${where}`;
}

/** Why the text of a document says nothing; null where it does, or where it was no document with a text. */
export function describeUnread(text: FileMatch['text']): string | null {
  return UNREAD[text];
}

const UNREAD: Readonly<Record<FileMatch['text'], string | null>> = {
  read: null,
  none: null,
  locked: 'It is protected by a password, so nothing was read in it',
  large: 'It is too large to be read',
  unreadable: 'It could not be read: is it whole?',
  waiting: 'Its text is not read yet',
  infected: 'A virus was found in it. Please remove it',
};

/** What was confirmed of a document. */
export function factsOf({
  number,
  amount,
  documentDay,
}: Pick<Evidence, 'number' | 'amount' | 'documentDay'>): Proposal {
  return { number, amount, day: documentDay };
}
