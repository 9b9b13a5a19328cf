import { readAmount } from '@anupalan/contract/fields/amount';
import { FilingEntry, type FilingRow } from '@anupalan/contract/people/filing-runs';
import type { Status } from '@anupalan/domain/statuses';
import type { z } from 'zod';

export type NewFiling = z.input<typeof FilingEntry>;

/** File that was staged for a company. */
export interface RunFile {
  readonly id: string;
  readonly name: string;
}

/** What was typed for a company; empty texts are nothing. Days are ISO, `2026-12-15`. */
export interface Draft {
  readonly status: Status | null;
  readonly nil: boolean;
  readonly number: string;
  readonly amount: string;
  readonly paidOn: string;
  readonly note: string;
  readonly noEvidenceReason: string;
  readonly files: readonly RunFile[];
}

const EMPTY: Draft = {
  status: null,
  nil: false,
  number: '',
  amount: '',
  paidOn: '',
  note: '',
  noEvidenceReason: '',
  files: [],
};

/** What was typed, by the key of its row. */
export type Drafts = Readonly<Record<string, Draft>>;

/** Key of a company's row, or of one of its registration numbers'. */
export function keyOf({ companyId, registrationId }: Pick<FilingRow, 'companyId' | 'registrationId'>): string {
  return registrationId ? `${companyId} ${registrationId}` : companyId;
}

export function draftOf(drafts: Drafts, key: string): Draft {
  return drafts[key] ?? EMPTY;
}

/** Whether something was typed or chosen for a row. */
export function isTyped({ files, ...typed }: Draft): boolean {
  return files.length > 0 || Object.values(typed).some(Boolean);
}

/** Changes the draft of a row; whoever types what was filed means that it is done. */
export function changeDraft(drafts: Drafts, key: string, change: Partial<Draft>): Drafts {
  const draft = { ...draftOf(drafts, key), ...change };
  const saysFiled = [draft.nil, draft.number, draft.amount, draft.paidOn].some(Boolean);
  const status = draft.status ?? (saysFiled ? 'done' : null);
  return {
    ...drafts,
    [key]: { ...draft, status, ...(change.nil && { status: 'done', amount: '', paidOn: '' }) },
  };
}

/** Marks the rows of which nothing is recorded as done, but for those that say something else already. */
export function markOpenAsDone(drafts: Drafts, rows: readonly FilingRow[]): Drafts {
  const open = rows.filter(({ status, waiting }) => waiting === null && (status === null || status === 'pending'));
  const marked = open.flatMap((row): [string, Draft][] => {
    const draft = draftOf(drafts, keyOf(row));
    return draft.status === null ? [[keyOf(row), { ...draft, status: 'done' }]] : [];
  });
  return { ...drafts, ...Object.fromEntries(marked) };
}

/** The entries to be sent, and the faults of those that can't be, by row. */
export function toEntries(drafts: Drafts): { entries: NewFiling[]; faults: Readonly<Record<string, string>> } {
  const entries: NewFiling[] = [];
  const faults: Record<string, string> = {};
  for (const [key, { status, amount, files, ...draft }] of Object.entries(drafts)) {
    if (status === null) continue;
    const [companyId = '', registrationId] = key.split(' ');
    const rupees = amount.trim() === '' ? undefined : readAmount(amount);
    const about = { companyId, ...(registrationId && { registrationId }) };
    const entry = {
      ...about,
      status,
      ...draft,
      ...(rupees !== undefined && { amount: rupees }),
      ...(files.length > 0 && { evidence: files.map(({ id }) => id) }),
    };
    const parsed = FilingEntry.safeParse(entry);
    if (parsed.success) entries.push(parsed.data);
    else faults[key] = parsed.error.issues[0]?.message ?? 'Please check this line';
  }
  return { entries, faults };
}

/** Drops the drafts of rows that were recorded; what was refused stays as it was typed. */
export function withoutRecorded(drafts: Drafts, recorded: ReadonlySet<string>): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !recorded.has(key)));
}
