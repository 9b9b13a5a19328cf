import { DESIGNATIONS } from '@anupalan/contract/companies';
import { LIMITS, MOST_EMPLOYEES } from '@anupalan/contract/wire/primitives';
import { FIRST_YEAR, LAST_YEAR } from '@anupalan/domain/calendar-day';
import { NATURES } from '@anupalan/domain/conditions';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { REGISTRATION_KINDS } from '@anupalan/domain/registrations/kinds';
import { ALL_STATES, STATES } from '@anupalan/domain/states';
import { NOTE, STATUSES } from '@anupalan/domain/statuses';
import { MOST_REMINDER_DAYS } from '@anupalan/domain/telling/occurrences';
import type { Pool } from 'pg';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { hasItsShape } from '../has-its-shape.ts';
import { COMPANY_TABLE_NAMES, type CompanyTable, columnsOf } from './company-tables.ts';

/** A column of a company's rows that has what no call writes. */
export interface UnfitColumn {
  readonly table: CompanyTable;
  readonly column: string;
}

/** The words that a column may have, by its name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  state: [...STATES, ALL_STATES],
  frequency: FREQUENCIES,
  nature: [...NATURES, ''],
  designation: [...DESIGNATIONS, ''],
  status: [...STATUSES, NOTE],
  current_status: STATUSES,
  recorded: STATUSES,
  'registrations.kind': REGISTRATION_KINDS,
  check_instead: ['away', 'own', 'changed', 'gone'],
};

/** Characters that no text of the contract has (R-api-46), as a pattern of PostgreSQL; tabs and line feeds aside. */
const CONTROL_CHARACTERS = '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\u2028\\u2029]';

/** Rows of JSON that are looked at in each table. */
const MOST_ROWS = 1_000;

/**
 * Finds the columns in which a company has what no call writes (R-company-files-7), such as a day of the year 12000: they
 * were taken in by an earlier version, or written past the server. It is asked when a reading failed, to tell a fault of
 * the data from one of ours.
 */
export async function findUnfitColumns(pool: Pool, workspaceId: WorkspaceId): Promise<UnfitColumn[]> {
  const { rows: columns } = await pool.query<ColumnRow>(
    `select table_name as "table", column_name as column, data_type as type, udt_name as udt
     from information_schema.columns where table_schema = 'public' and table_name = any($1)`,
    [COMPANY_TABLE_NAMES],
  );
  const found: UnfitColumn[] = [];
  for (const table of COMPANY_TABLE_NAMES) {
    const its = columns.filter((one) => one.table === table && columnsOf(table)[one.column] !== 'here');
    const tests = its.flatMap((one) => {
      const test = conditionOf(one);
      return test === null ? [] : [`case when bool_or(${test}) then '${one.column}' end`];
    });
    const of = `from ${table} where ${OWNED[table] ?? 'workspace_id = $1'}`;
    if (tests.length > 0) {
      const { rows } = await pool.query<{ unfit: string[] }>(
        `select array_remove(array[${tests.join(', ')}], null) as unfit ${of}`,
        [workspaceId],
      );
      for (const column of rows[0]?.unfit ?? []) found.push({ table, column });
    }
    if (!its.some(({ type }) => type === 'jsonb')) continue;
    const { rows } = await pool.query<Record<string, unknown>>(`select * ${of} limit ${MOST_ROWS}`, [workspaceId]);
    if (rows.some((row) => !hasItsShape(table, row))) found.push({ table, column: 'json' });
  }
  return found;
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly udt: string;
}

/** How rows of tables without a workspace are found. */
const OWNED: Partial<Record<CompanyTable, string>> = {
  workspaces: 'id = $1',
  compliance_values: 'compliance_item_id in (select id from compliance_items where workspace_id = $1)',
};

/** The condition under which a column has what no call writes, as SQL; null for a type without a bound. */
function conditionOf({ table, column, type, udt }: ColumnRow): string | null {
  const name = `"${column}"`;
  const words = WORDS[`${table}.${column}`] ?? WORDS[column];
  if (words) return `${name} not in (${words.map((word) => `'${word}'`).join(', ')})`;
  if (type === 'date' || type === 'timestamp with time zone') {
    return `${name} < '${FIRST_YEAR}-01-01' or ${name} >= '${LAST_YEAR + 1}-01-01'`;
  }
  if (type === 'integer' || type === 'smallint') return `abs(${name}::bigint) > ${MOST_EMPLOYEES}`;
  if (type === 'bigint') return `${name} not between 0 and ${Number.MAX_SAFE_INTEGER}`;
  if (type === 'text') return `char_length(${name}) > ${LIMITS.richText} or ${name} ~ '${CONTROL_CHARACTERS}'`;
  if (udt === '_int4')
    return `exists (select from unnest(${name}) one where one not between 0 and ${MOST_REMINDER_DAYS})`;
  return null;
}
