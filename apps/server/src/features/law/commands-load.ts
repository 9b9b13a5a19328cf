import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Difference } from '../law-changes/difference.ts';
import type { LawOfEdition } from './edition-law.ts';
import { type LawRow, listDifferences } from './list-differences.ts';

/** Whether no law was ever loaded: into an empty database, or one from before there was any. */
export async function isLawEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('law_rows').select('key').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Replaces the law by that of an edition, whose own it is: nobody edits it.
 * @returns what is different; nothing the first time, when the product changed and not the law (R-law-11)
 */
export async function loadLaw(trx: Transaction<DB>, law: LawOfEdition): Promise<Difference[]> {
  const wanted = listRows(law);
  const rows = await trx.selectFrom('law_rows').selectAll().orderBy('kind').orderBy('position').execute();
  const stored = rows as LawRow[];
  if (isDeepStrictEqual(stored, wanted.toSorted(byKindAndPosition))) return [];
  await trx.deleteFrom('law_rows').execute();
  const values = wanted.map((row) => ({ ...row, definition: JSON.stringify(row.definition) }));
  await trx.insertInto('law_rows').values(values).execute();
  return stored.length === 0 ? [] : listDifferences(stored, wanted);
}

function listRows({ professionalTax, welfareFunds, holidays, lateCost, codeRules }: LawOfEdition): LawRow[] {
  const ofDay = ({ key, validFrom }: { key: string; validFrom: string | null }) =>
    validFrom === null ? key : `${key} ${validFrom}`;
  return [
    ...rowsOf('professional-tax', professionalTax, ofDay),
    ...rowsOf('welfare-fund', welfareFunds, ofDay),
    ...rowsOf('holiday', holidays, ofDay),
    ...rowsOf('late-cost', lateCost, ({ key }) => key),
    ...rowsOf('code-rule', codeRules, ({ state, code }) => `${code} ${state}`),
  ];
}

function rowsOf<Row>(kind: LawRow['kind'], rows: readonly Row[], keyOf: (row: Row) => string): LawRow[] {
  return rows.map((row, position) => ({ kind, key: keyOf(row), position, definition: row }));
}

function byKindAndPosition(one: LawRow, other: LawRow): number {
  return one.kind === other.kind ? one.position - other.position : one.kind < other.kind ? -1 : 1;
}
