import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { findNoRoom, RowCounts } from '../judging/row-counts.ts';
import { COMPANY_TABLE_NAMES, type CompanyTable, companyTables, leavingRow } from '../tables/company-tables.ts';
import { findLateColumns } from '../tables/find-late-columns.ts';
import { SameIds } from '../tables/ids.ts';

/** A company that came as a file, of which the operator is told. */
export interface BroughtCompany {
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: 'free' | 'premium';
  readonly importedBy: string;
  readonly importedAt: Date;
}

/** Something in a company that no call would have written (R-company-files-13). */
export interface StoredFault {
  readonly table: CompanyTable;
  /** The row as it is; null of what is about many rows. */
  readonly row: Row | null;
  readonly column: string;
  readonly reason: string;
  /** An account that the row names, though the file brought the row. */
  readonly account: string | null;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows that are read at a time. */
const AT_ONCE = 500;

/** Columns that say when a row was written, where no column says that it was imported. */
const WRITTEN = ['created_at', 'made_at', 'set_at', 'met_at', 'answered_at'];

/** The companies that came as a file, oldest first. */
export async function listBrought(db: Transaction<DB>): Promise<BroughtCompany[]> {
  const { rows } = await sql<BroughtCompany>`
    select brought.workspace_id as "workspaceId", coalesce(left(company.company_name, 80), '') as name, workspace.plan,
      imported_by as "importedBy", imported_at as "importedAt"
    from imported_companies brought join workspaces workspace on workspace.id = brought.workspace_id
      left join companies company on company.workspace_id = brought.workspace_id
    order by imported_at`.execute(db);
  return rows;
}

/**
 * Judges each row of a company as if it came in a file now: by the schema of its call, the caps and the plan. A row that
 * the file brought names no account but that of whoever took it in.
 */
export async function* judgeStored(trx: Transaction<DB>, company: BroughtCompany): AsyncGenerator<StoredFault> {
  const ids = new SameIds();
  const tables = companyTables(ids);
  const counts = new RowCounts();
  const told = new Set<string>();
  const known = await readKnown(trx, company);
  const latest = latestMoment();
  for (const table of COMPANY_TABLE_NAMES) {
    for await (const rows of readRows(trx, table, company.workspaceId)) {
      const named = new Map<string, Row>();
      for (const row of rows) {
        ids.named.length = 0;
        const parsed = tables[table].safeParse(leavingRow(table, row));
        if (!parsed.success) yield faultOf(table, row, parsed.error);
        const [late] = findLateColumns(table, row, latest);
        if (late !== undefined) yield { table, row, column: late, reason: 'is in the future', account: null };
        const isBrought = wasBrought(row, company);
        for (const { kind, id } of isBrought === false ? [] : ids.named) {
          if (kind === 'person' && (isBrought || !known.has(id))) named.set(`${id} ${idOf(row)}`, row);
        }
        const over = exceeds(counts, table, row);
        if (over !== null && !told.has(over)) {
          told.add(over);
          yield { table, row: null, column: '', reason: over, account: null };
        }
      }
      yield* findAccounts(trx, company, { table, named });
    }
  }
  for (const reason of findNoRoom(company.plan, counts.figures)) {
    yield { table: 'companies', row: null, column: '', reason, account: null };
  }
}

async function* readRows(trx: Transaction<DB>, table: CompanyTable, workspaceId: string): AsyncGenerator<Row[]> {
  const key = sql.ref(table === 'workspaces' ? 'id' : 'workspace_id');
  const cursor = sql.ref(`stored_${table}`);
  await sql`declare ${cursor} no scroll cursor for
    select to_jsonb(own) as row from ${sql.table(table)} own where ${key} = ${sql.lit(workspaceId)}`.execute(trx);
  while (true) {
    const { rows } = await sql<{ row: Row }>`fetch ${sql.lit(AT_ONCE)} from ${cursor}`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close ${cursor}`.execute(trx);
}

function faultOf(table: CompanyTable, row: Row, { issues: [issue] }: z.ZodError): StoredFault {
  const [column = '', ...inner] = (issue?.path ?? []).map(String);
  const reason = [...inner, issue?.message ?? 'is not what a call writes'].join(': ').slice(0, 200);
  return { table, row, column, reason, account: null };
}

/** Whether a file brought a row; null where the row alone says so, in a time that may be made up. */
function wasBrought(row: Row, { importedAt }: BroughtCompany): boolean | null {
  if ('imported' in row) return row.imported === true;
  const written = WRITTEN.map((name) => row[name]).find((value) => typeof value === 'string');
  return typeof written === 'string' && new Date(written) < importedAt ? true : null;
}

/** The accounts that were in the company, or did something there: what was written here names no others. */
async function readKnown(trx: Transaction<DB>, { workspaceId }: BroughtCompany): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from memberships where workspace_id = ${workspaceId}
    union select unnest(array["by", impersonator]) from activity where workspace_id = ${workspaceId} and not imported`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** After it nothing was recorded, whatever the clocks. */
export function latestMoment(): Temporal.Instant {
  return Temporal.Now.instant().add({ hours: 24 });
}

function exceeds(counts: RowCounts, table: CompanyTable, row: Row): string | null {
  try {
    counts.add(table, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message.replace('The file', 'The company');
  }
  return null;
}

async function* findAccounts(
  trx: Transaction<DB>,
  { importedBy }: BroughtCompany,
  { table, named }: { table: CompanyTable; named: ReadonlyMap<string, Row> },
): AsyncGenerator<StoredFault> {
  const people = new Set([...named.keys()].map((key) => key.split(' ')[0] ?? ''));
  people.delete(importedBy);
  if (people.size === 0) return;
  const { rows } = await sql<{ id: string }>`select id from users where id = any(${[...people]}::uuid[])`.execute(trx);
  const accounts = new Set(rows.map(({ id }) => id));
  for (const [key, row] of named) {
    const [account = ''] = key.split(' ');
    if (!accounts.has(account)) continue;
    const column = Object.keys(row).find((name) => JSON.stringify(row[name])?.includes(account)) ?? '';
    yield { table, row, column, reason: `names the account ${account}, though a file brings no accounts`, account };
  }
}

/** What tells a row from the others of its table, for people to read. */
export function idOf(row: Row): string {
  if (typeof row.id === 'string') return row.id;
  const parts = ['compliance_item_id', 'compliance_field_id', 'extension_id', 'day', 'state', 'record_id'];
  return parts.flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : [])).join(' ');
}
