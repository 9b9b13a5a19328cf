import type { Kysely } from 'kysely';
import { readEdition } from './features/catalogue/edition.ts';
import { listForeignValues } from './features/catalogue/foreign-values.ts';
import { cleanBrought } from './features/company-files/stored/commands-clean.ts';
import { idOf, judgeStored, listBrought, type StoredFault } from './features/company-files/stored/judge-stored.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import type { Database } from './platform/postgres/database.ts';
import type { DB } from './platform/postgres/database-schema.ts';

/**
 * What no call would have written, in companies that came as a file and among the values of the catalogue
 * (R-company-files-13): one line each, with workspace, table, row and reason.
 */
export async function* checkCompanies(db: Kysely<DB>): AsyncGenerator<string> {
  for (const { item, title, field, text } of await listForeignValues(db, await readEdition())) {
    yield `catalogue compliance_values ${item}: ${title} has ${field} ${JSON.stringify(text)}, which the edition has not: npm run catalogue`;
  }
  for (const company of await db.transaction().execute(listBrought)) {
    const faults = await db.transaction().execute(async (trx) => {
      const lines: string[] = [];
      for await (const fault of judgeStored(trx, company)) lines.push(describe(fault));
      return lines;
    });
    for (const line of faults) yield `${company.workspaceId} ${line}`;
    if (faults.length > 0)
      yield `${company.workspaceId} (${company.name}): npm run files -- clean ${company.workspaceId}`;
  }
}

/** What was taken out of companies, by a migration or a cleaning: one line each. */
export async function* listDisplaced(db: Kysely<DB>): AsyncGenerator<string> {
  const displaced = await db.selectFrom('displaced_rows').selectAll().orderBy('displaced_at').execute();
  for (const { workspace_id: workspace, table, reason, content } of displaced) {
    yield `${workspace} ${table} ${idOf(toRow(content))}: was taken out, ${reason}`;
  }
}

/**
 * Cleans a company that came as a file, in one transaction.
 * @returns what was done, for the operator
 * @throws StartupError where no such company came as a file
 */
export async function cleanCompany({ db }: Database, workspaceId: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const company = (await listBrought(trx)).find((one) => one.workspaceId === workspaceId);
    if (!company) throw new StartupError(`No company of the workspace ${workspaceId} came as a file`);
    const { mended, removed, accounts } = await cleanBrought(trx, company);
    const left: string[] = [];
    for await (const fault of judgeStored(trx, company)) left.push(`still: ${describe(fault)}\n`);
    return `${mended} rows mended, ${removed} taken out, ${accounts} names of accounts replaced\n${left.join('')}`;
  });
}

function describe({ table, row, column, reason }: StoredFault): string {
  return `${[table, row === null ? '' : idOf(row), column].filter((part) => part !== '').join(' ')}: ${reason}`;
}

function toRow(content: unknown): Record<string, unknown> {
  return typeof content === 'object' && content !== null ? { ...content } : {};
}
