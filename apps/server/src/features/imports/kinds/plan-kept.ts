import type { Existing, Fault, JudgedRow, PlannedRow } from '../import-kind.ts';
import { type Kept, matchKept } from './match-kept.ts';

/** What writes a row, and what keeps it from being written. */
interface Planned<Step> {
  readonly step: Step;
  readonly faults?: readonly Fault[];
}

/** How rows of a kind are planned beside what is kept. */
interface Planning<Form, Step> {
  readonly kept: readonly Kept[];
  readonly existing: Existing;
  /** The name of a row's thing, and the column that it is in. */
  readonly nameOf: (form: Form) => string;
  readonly column: string;
  readonly add: (form: Form) => Planned<Step>;
  readonly update: (form: Form, id: string) => Planned<Step>;
}

/** Plans rows whose things are found again by key or name: each adds, updates or is skipped (R-imports-9). */
export function planKept<Form extends { readonly key: string | undefined }, Step>(
  rows: readonly JudgedRow<Form>[],
  { kept, existing, nameOf, column, add, update }: Planning<Form, Step>,
): PlannedRow<Step>[] {
  const find = matchKept(kept);
  return rows.map(({ row, form }) => {
    const { id, faults } = find({ row, key: form.key, name: nameOf(form), column });
    if (faults.length > 0) return { row, outcome: 'skip', step: null, faults };
    if (id === null) return { row, outcome: 'add', ...add(form) };
    return existing === 'skip' ? { row, outcome: 'skip', step: null } : { row, outcome: 'update', ...update(form, id) };
  });
}
