import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { isUnstorableText } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { CompanyTable } from './tables/company-tables.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Inserts rows of any table of a company's file: the one place that writes tables of others, as whole rows that their
 * features wrote once (decision 69). Columns that no row has get their defaults.
 * @throws AppError invalid for what the table doesn't take
 */
export async function insertRows(trx: Transaction<DB>, table: CompanyTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await explainRefusal(table, () =>
    sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
      trx,
    ),
  );
}

/** Changes the row of a workspace or its company to that of a file. @throws AppError invalid as {@link insertRows} */
export async function updateRow(
  trx: Transaction<DB>,
  table: 'workspaces' | 'companies',
  { workspaceId, row }: { workspaceId: WorkspaceId; row: Row },
): Promise<void> {
  const columns = Object.keys(row).filter((name) => name !== 'workspace_id' && name !== 'id');
  const key = sql.ref(table === 'workspaces' ? 'id' : 'workspace_id');
  await explainRefusal(table, () =>
    sql`update ${sql.table(table)} own set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = said.${sql.ref(name)}`))}
      from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb) said
      where own.${key} = ${workspaceId}`.execute(trx),
  );
}

/** Takes away what a company has from its beginning, before a file fills it: its places, states and settings. */
export async function clearBeginnings(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const beginnings = ['establishments', 'company_states', 'message_defaults', 'filing_link_policies'] as const;
  for (const table of beginnings) {
    await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(trx);
  }
}

/** Values of the wrong kind, broken constraints, what is too long: the rows were not made by an Anupalan. */
const REFUSED = /^(21|22|23|54)/;

/** @throws AppError invalid for rows that the database refuses */
async function explainRefusal(table: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!REFUSED.test(code) && !isUnstorableText(error)) throw error;
    const constraint = error instanceof Error && 'constraint' in error ? ` (${String(error.constraint)})` : '';
    const message = `The file has ${table} that a company cannot have${constraint}`;
    throw new AppError('invalid', message, { cause: error });
  }
}

/** Has what is checked at the end checked now, and what comes after it at the end again. @throws AppError invalid */
export async function checkNow(trx: Transaction<DB>): Promise<void> {
  await explainRefusal('evidence', () => sql`set constraints all immediate`.execute(trx));
  await sql`set constraints all deferred`.execute(trx);
}
