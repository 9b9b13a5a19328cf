import { expect, test } from 'vitest';
import type { CompanyTable } from '../tables/company-tables.ts';
import type { FileRow } from './company-file.ts';
import { RowCounts } from './row-counts.ts';

/** Rows that differ in all that caps count by. */
const rowOf = (number: number): FileRow => ({
  ...{ id: `${number}`, compliance_item_id: `${number}`, day: null, duty_id: `${number}`, event_id: `${number}` },
  ...{ recorded_by: `${number}`, visibility: 'company', follows_profile: false, registration_id: null },
});

/** How many rows of a table are counted before one more is refused. */
function countUntilRefused(table: CompanyTable, changes: FileRow): number {
  const counts = new RowCounts();
  for (let number = 0; number < 1_000_001; number++) {
    try {
      counts.add(table, { ...rowOf(number), ...changes });
    } catch {
      return number;
    }
  }
  return Number.POSITIVE_INFINITY;
}

test.each<[CompanyTable, FileRow, number]>([
  ['events', { closed_at: '2026-01-01T00:00:00Z' }, 50_000],
  ['evidence', { removed_at: '2026-01-01T00:00:00Z' }, 50_000],
  ['inherited_evidence', {}, 200_000],
  ['approved_figures', {}, 400_000],
  ['checks', {}, 400_000],
  ['checks', { duty_id: 'one' }, 2_000],
  ['checks', { duty_id: null, compliance_item_id: 'one', day: '2026-01-01' }, 2_000],
  ['activity', {}, 1_000_000],
])('%s with %j end somewhere', (table, changes, most) => {
  expect(countUntilRefused(table, changes)).toBe(most);
});
