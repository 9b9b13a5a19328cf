import type { FileMatch } from '@anupalan/contract/people/filing-runs';
import { changeDraft, type Draft, type Drafts, draftOf, type RunFile } from '../run-drafts.ts';

/** Key of the line that a file was matched to; null where it was matched to none of them. */
export function keyOfMatch(
  { companyId, registrationId }: Pick<FileMatch, 'companyId' | 'registrationId'>,
  keys: ReadonlySet<string>,
): string | null {
  if (companyId === null) return null;
  const own = registrationId ? `${companyId} ${registrationId}` : companyId;
  if (keys.has(own)) return own;
  // Of a company with a line for each of its numbers, of which the file names none.
  return null;
}

/** Whether somebody has to look at a file before it goes to a line. */
export function needsAnEye(
  match: Pick<FileMatch, 'text' | 'amount' | 'day' | 'mismatch' | 'sameAs' | 'sameElsewhere'>,
  key: string | null,
): boolean {
  const { text, mismatch, sameAs, sameElsewhere } = match;
  // What wasn't read goes by its name alone.
  const isUnread = text !== 'read' && text !== 'none';
  const speaking = [mismatch, sameAs, sameElsewhere].some((against) => against.length > 0);
  return key === null || isUnread || isHalfRead(match) || speaking;
}

/** Whether an amount was read for sure whose day was not: it can't be recorded without one. */
export function isHalfRead({ amount, day }: Pick<FileMatch, 'amount' | 'day'>): boolean {
  return amount !== null && day === null;
}

/** What is known of files, with what a later call says of some of them: it was asked of these alone, so twins stay. */
export function mergeMatches(
  before: ReadonlyMap<string, FileMatch>,
  found: readonly FileMatch[],
): ReadonlyMap<string, FileMatch> {
  const merged = found.map((match) => {
    const sameAs = [...new Set([...(before.get(match.evidenceId)?.sameAs ?? []), ...match.sameAs])];
    return [match.evidenceId, { ...match, sameAs }] as const;
  });
  return new Map([...before, ...merged]);
}

/** Puts a file to a line, with what was read in it where nothing was typed; it says that the line is done. */
export function placeFile(
  drafts: Drafts,
  key: string,
  { file, match }: { file: RunFile; match: Pick<FileMatch, 'number' | 'amount' | 'day'> | undefined },
): Drafts {
  const draft = draftOf(drafts, key);
  return changeDraft(drafts, key, {
    files: [...draft.files, file],
    status: draft.status ?? 'done',
    ...(match && readInto(draft, match)),
  });
}

function readInto(draft: Draft, { number, amount, day }: Pick<FileMatch, 'number' | 'amount' | 'day'>): Partial<Draft> {
  const takesBoth = !draft.nil && draft.amount === '' && amount !== null && day !== null;
  return {
    ...(draft.number === '' && number !== null && { number }),
    ...(takesBoth && { amount: String(amount), paidOn: draft.paidOn || day.slice(0, 10) }),
  };
}

/** Takes a file off its line again; what was read into the line stays as it stands. */
export function takeFileOff(drafts: Drafts, key: string, fileId: string): Drafts {
  const { files } = draftOf(drafts, key);
  return changeDraft(drafts, key, { files: files.filter(({ id }) => id !== fileId) });
}

/** Ids of the files that stand at a line. */
export function placedFiles(drafts: Drafts): ReadonlySet<string> {
  return new Set(Object.values(drafts).flatMap(({ files }) => files.map(({ id }) => id)));
}
