import { FilingEntry, type FilingRow } from '@anupalan/contract/people/filing-runs';
import type { Status } from '@anupalan/domain/statuses';
import type { NewFiling } from './calls.ts';

/** What was typed for a company; empty texts are nothing. Days are ISO, `2026-12-15`. */
export interface Draft {
  readonly status: Status | null;
  readonly nil: boolean;
  readonly number: string;
  readonly amount: string;
  readonly paidOn: string;
  readonly note: string;
  readonly noEvidenceReason: string;
}

const EMPTY: Draft = { status: null, nil: false, number: '', amount: '', paidOn: '', note: '', noEvidenceReason: '' };

/** What was typed, by company. */
export type Drafts = Readonly<Record<string, Draft>>;

export function draftOf(drafts: Drafts, companyId: string): Draft {
  return drafts[companyId] ?? EMPTY;
}

/** Whether something was typed or chosen for a company. */
export function isTyped(draft: Draft): boolean {
  return Object.values(draft).some(Boolean);
}

/** Changes a company's draft; whoever types what was filed means that it is done. */
export function changeDraft(drafts: Drafts, companyId: string, change: Partial<Draft>): Drafts {
  const draft = { ...draftOf(drafts, companyId), ...change };
  const saysFiled = [draft.nil, draft.number, draft.amount, draft.paidOn].some(Boolean);
  const status = draft.status ?? (saysFiled ? 'done' : null);
  return {
    ...drafts,
    [companyId]: { ...draft, status, ...(change.nil && { status: 'done', amount: '', paidOn: '' }) },
  };
}

/** Marks the companies of which nothing is recorded as done, but for those that say something else already. */
export function markOpenAsDone(drafts: Drafts, rows: readonly FilingRow[]): Drafts {
  const open = rows.filter(({ status, waiting }) => waiting === null && (status === null || status === 'pending'));
  const marked = open.flatMap(({ companyId }): [string, Draft][] => {
    const draft = draftOf(drafts, companyId);
    return draft.status === null ? [[companyId, { ...draft, status: 'done' }]] : [];
  });
  return { ...drafts, ...Object.fromEntries(marked) };
}

/** The entries to be sent, and the faults of those that can't be, by company. */
export function toEntries(drafts: Drafts): { entries: NewFiling[]; faults: Readonly<Record<string, string>> } {
  const entries: NewFiling[] = [];
  const faults: Record<string, string> = {};
  for (const [companyId, { status, amount, ...draft }] of Object.entries(drafts)) {
    if (status === null) continue;
    const rupees = amount.trim() === '' ? undefined : Number(amount.replaceAll(',', ''));
    const parsed = FilingEntry.safeParse({
      companyId,
      status,
      ...draft,
      ...(rupees !== undefined && { amount: rupees }),
    });
    const entry = { companyId, status, ...draft, ...(rupees !== undefined && { amount: rupees }) };
    if (parsed.success) entries.push(entry);
    else faults[companyId] = parsed.error.issues[0]?.message ?? 'Please check this line';
  }
  return { entries, faults };
}

/** Drops the drafts of companies that were recorded; what was refused stays as it was typed. */
export function withoutRecorded(drafts: Drafts, recorded: ReadonlySet<string>): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([companyId]) => !recorded.has(companyId)));
}
