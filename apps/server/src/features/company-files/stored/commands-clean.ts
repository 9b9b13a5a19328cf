import { indianDayOf } from '@anupalan/domain/calendar-day';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../../identity/audit.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { type CompanyTable, companyTables } from '../tables/company-tables.ts';
import { findLateColumns } from '../tables/find-late-columns.ts';
import { SameIds } from '../tables/ids.ts';
import { type BroughtCompany, judgeStored, latestMoment, type StoredFault } from './judge-stored.ts';

/** Tables that refuse every change, but that of an owner who cleans. */
const APPEND_ONLY = ['activity', 'event_duty_records'] as const;

/** Rows that others hang on, or that a company can't be without: what is wrong in them is mended. */
const MENDED: readonly CompanyTable[] = ['workspaces', 'companies', 'establishments', 'registrations', 'acts'];

/** What a cleaning did. */
export interface Cleaned {
  readonly mended: number;
  readonly removed: number;
  readonly accounts: number;
}

/**
 * Cleans a company that came as a file (R-company-files-13), as the owner of the tables and in the caller's transaction:
 * rows that no call would have written are mended or taken out, and accounts in them become people without one. What was
 * taken out is kept in `displaced_rows`.
 */
export async function cleanBrought(trx: Transaction<DB>, company: BroughtCompany): Promise<Cleaned> {
  const faults: StoredFault[] = [];
  for await (const fault of judgeStored(trx, company)) faults.push(fault);
  for (const table of APPEND_ONLY) await sql`alter table ${sql.table(table)} disable trigger append_only`.execute(trx);
  const cleaned = { mended: 0, removed: 0, accounts: 0 };
  const isMended = ({ table, account }: StoredFault) => account !== null || MENDED.includes(table);
  const leaving = new Set(faults.filter((fault) => !isMended(fault)).map(({ row }) => row));
  // What hangs on something goes before it.
  for (const fault of faults.toReversed()) {
    const { table, row, account } = fault;
    if (row === null || (account !== null && leaving.has(row))) continue;
    if (account !== null) cleaned.accounts += await replaceAccount(trx, company, { table, row, account });
    else if (MENDED.includes(table)) cleaned.mended += await mend(trx, company, { table, row });
    else cleaned.removed += await takeOut(trx, company, fault);
  }
  await sql`set constraints all immediate`.execute(trx);
  await sql`set constraints all deferred`.execute(trx);
  for (const table of APPEND_ONLY) await sql`alter table ${sql.table(table)} enable trigger append_only`.execute(trx);
  const details = { cleaned: { ...cleaned } };
  await recordAudit(trx, null, { noun: 'companies', verb: 'update', id: await companyId(trx, company), details });
  return cleaned;
}

async function companyId(trx: Transaction<DB>, { workspaceId }: BroughtCompany): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from companies where workspace_id = ${workspaceId}`.execute(trx);
  return rows[0]?.id ?? null;
}

interface StoredRow {
  readonly table: CompanyTable;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The row itself: by its id where it has one, else by all of it. */
function isRow({ workspaceId }: BroughtCompany, { table, row }: StoredRow) {
  if (table === 'workspaces') return sql`own.id = ${workspaceId}`;
  if (typeof row.id === 'string') return sql`own.workspace_id = ${workspaceId} and own.id = ${row.id}`;
  return sql`own.workspace_id = ${workspaceId} and to_jsonb(own) = ${JSON.stringify(row)}::jsonb`;
}

/** Takes a row out with all that hangs on it. */
async function takeOut(trx: Transaction<DB>, company: BroughtCompany, fault: StoredFault): Promise<number> {
  const { table, row, column, reason } = fault;
  if (row === null) return 0;
  const which = isRow(company, { table, row });
  if (table === 'payment_dates' || table === 'submission_dates') {
    // An approval that stands on a figure would hold it.
    await sql`delete from ${sql.table('approved_figures')}
      where workspace_id = ${company.workspaceId} and thing_id = ${row.id}`.execute(trx);
  }
  if (table === 'evidence') {
    await sql`update ${sql.table('evidence')} set replaces = null
      where workspace_id = ${company.workspaceId} and replaces = ${row.id}`.execute(trx);
    await sql`update ${sql.table('evidence')} set replaced_by = null
      where workspace_id = ${company.workspaceId} and replaced_by = ${row.id}`.execute(trx);
  }
  const { rows } = await sql`
    with gone as (delete from ${sql.table(table)} own where ${which} returning *)
    insert into displaced_rows (workspace_id, "table", reason, content)
    select ${company.workspaceId}, ${table}, ${`${column} ${reason}`}, to_jsonb(gone) from gone returning id`.execute(
    trx,
  );
  return rows.length;
}

/** Gives each column that no call would have written the nearest value that one would. */
async function mend(trx: Transaction<DB>, company: BroughtCompany, { table, row }: StoredRow): Promise<number> {
  const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = companyTables(
    new SameIds(),
  )[table].shape;
  const mended: Record<string, unknown> = {};
  const late = findLateColumns(table, row, latestMoment());
  for (const [name, schema] of Object.entries(shape)) {
    if (
      !(name in row) ||
      schema.safeParse(undefined).success ||
      (!late.includes(name) && schema.safeParse(row[name]).success)
    )
      continue;
    const values = late.includes(name) ? [company.importedAt.toISOString()] : nearest(row[name], company);
    const fits = values.find((value) => schema.safeParse(value).success);
    if (fits !== undefined) mended[name] = fits;
  }
  return write(trx, company, { table, row }, mended);
}

/** Values in the place of one that isn't taken, the most alike first. */
function nearest(value: unknown, { importedAt }: BroughtCompany): unknown[] {
  const text = typeof value === 'string' ? value.replaceAll(/\p{C}/gu, ' ').trim() : '';
  const short = [200, 100, 50].map((length) => [...text].slice(0, length).join('').trim());
  return [
    ...short,
    null,
    '',
    '-',
    'Unknown',
    0,
    1,
    importedAt.toISOString(),
    `${indianDayOf(importedAt.toTemporalInstant())}`,
  ];
}

/** Puts somebody without an account into the place of an account, wherever the row names it. */
async function replaceAccount(
  trx: Transaction<DB>,
  company: BroughtCompany,
  { table, row, account }: StoredRow & { account: string },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    insert into imported_people (workspace_id, id, first_name, last_name)
    values (${company.workspaceId}, md5(${company.workspaceId}::text || ${account})::uuid, 'Somebody', 'of the file')
    on conflict (workspace_id, id) do update set first_name = excluded.first_name returning id`.execute(trx);
  const names = Object.keys(row).filter((name) => JSON.stringify(row[name])?.includes(account));
  if (names.length === 0) return 0;
  const set = names.map((name) => sql`${sql.ref(name)} = said.${sql.ref(name)}`);
  // As the row is now: another account in it may have been replaced.
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} changed set ${sql.join(set)}
    from ${sql.table(table)} own cross join lateral jsonb_populate_record(null::${sql.table(table)},
      replace(to_jsonb(own)::text, ${account}, ${rows[0]?.id ?? ''})::jsonb) said
    where ${isRow(company, { table, row })} and changed.ctid = own.ctid`.execute(trx);
  return Number(numAffectedRows);
}

async function write(
  trx: Transaction<DB>,
  company: BroughtCompany,
  { table, row }: StoredRow,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const names = Object.keys(values);
  if (names.length === 0) return 0;
  const set = names.map((name) => sql`${sql.ref(name)} = said.${sql.ref(name)}`);
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} own set ${sql.join(set)}
    from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb) said
    where ${isRow(company, { table, row })}`.execute(trx);
  return Number(numAffectedRows);
}
