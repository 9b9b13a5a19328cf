import {
  COMPANY_TABLE_NAMES,
  type CompanyTable,
  leavingColumns,
} from '../../apps/server/src/features/company-files/tables/company-tables.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';

/** A value past the contract in one column of a company's rows. */
export interface Poison {
  readonly table: CompanyTable;
  readonly column: string;
  /** The value as PostgreSQL writes it. */
  readonly value: string;
}

const DAYS = ['infinity', '-infinity', '0044-03-15 BC', '12000-01-01', '5874897-12-31', '4713-01-01 BC'];
const MOMENTS = ['infinity', '-infinity', '0044-03-15 BC', '12000-01-01', '294276-12-31 23:59:59'];

/** Values of each type of column that no call writes. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  date: DAYS,
  'timestamp with time zone': MOMENTS,
  integer: ['2147483647', '-2147483648'],
  smallint: ['32767', '-32768'],
  bigint: ['9223372036854775807', '-9223372036854775808'],
  text: ['Atlantis', 'x'.repeat(300_000), 'javascript:alert(1)\n\u2028\u0007', ''],
  jsonb: [
    '{}',
    '[]',
    '"x"',
    '7',
    '[{"of":"02-30","on":"13-45"}]',
    '[{"is":7}]',
    `{"status":"lost","since":"infinity"}`,
  ],
  ARRAY: ['{2147483647}', '{63900}', '{-7}', '{}'],
};

/** Every column of the tables of a company's file with each value that no call writes; ids have their own proofs. */
export async function listPoisons({ owner }: TestApp): Promise<Poison[]> {
  const { rows } = await owner.query<{ table_name: string; column_name: string; data_type: string; udt_name: string }>(
    `select table_name, column_name, data_type, udt_name from information_schema.columns
     where table_schema = 'public' order by table_name, ordinal_position`,
  );
  const poisons: Poison[] = [];
  for (const table of COMPANY_TABLE_NAMES) {
    for (const { column_name: column, data_type, udt_name } of rows.filter((row) => row.table_name === table)) {
      if (!leavingColumns(table).includes(column)) continue;
      const values = udt_name === '_int4' ? VALUES.ARRAY : data_type === 'ARRAY' ? ['{x}'] : (VALUES[data_type] ?? []);
      for (const value of values ?? []) poisons.push({ table, column, value });
    }
  }
  return poisons;
}
