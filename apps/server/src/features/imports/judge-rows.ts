import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Column, Values } from './column.ts';
import type { Fault, Judged, JudgedRow } from './import-kind.ts';
import type { MatchedColumns } from './match-columns.ts';
import { readCell } from './read-cell.ts';
import type { FileRow } from './reading/cell.ts';

/** Rows that are judged before others get their turn. */
const AT_ONCE = 200;

/** The rows of a file: those that are sound by themselves, those left from the template, and all faults. */
export interface JudgedRows<Form> {
  readonly sound: readonly JudgedRow<Form>[];
  readonly examples: ReadonlySet<number>;
  readonly faults: ReadonlyMap<number, readonly Fault[]>;
}

/** Judges every row below the heads by itself, so that all faults are told at once (R-imports-8). */
export async function judgeRows<Form>(
  rows: readonly FileRow[],
  matched: MatchedColumns,
  { columns, judge }: { columns: readonly Column[]; judge: (values: Values) => Judged<Form> },
): Promise<JudgedRows<Form>> {
  const sound: JudgedRow<Form>[] = [];
  const examples = new Set<number>();
  const faults = new Map<number, readonly Fault[]>();
  const templates = exampleRows(columns);
  let judged = 0;
  for (const row of rows) {
    if (row.row <= matched.row) continue;
    if (++judged % AT_ONCE === 0) await nextTurn();
    const { values, wrong } = readValues(row, matched, columns);
    if (wrong.length === 0 && Object.keys(values).length === 0) continue;
    if (wrong.length === 0 && templates.some((template) => isDeepStrictEqual(template, values))) {
      examples.add(row.row);
      continue;
    }
    const result = judge(values);
    const found = [...wrong, ...('faults' in result ? result.faults : [])];
    const keys = new Set<string>();
    // One fault a cell: what can't be read is missing as well.
    const told = found.filter(({ key }) => !keys.has(key) && keys.add(key));
    if (told.length > 0) faults.set(row.row, told);
    else if ('form' in result) sound.push({ row: row.row, form: result.form });
  }
  return { sound, examples, faults };
}

function readValues(
  { cells }: FileRow,
  { places }: MatchedColumns,
  columns: readonly Column[],
): { values: Values; wrong: Fault[] } {
  const values: Record<string, unknown> = {};
  const wrong: Fault[] = [];
  for (const column of columns) {
    const place = places.get(column.key);
    const read = readCell(place === undefined ? null : (cells[place] ?? null), column);
    if ('expected' in read) wrong.push({ key: column.key, expected: read.expected });
    else if (read.value !== undefined) values[column.key] = read.value;
    else if (column.required) wrong.push({ key: column.key, expected: `a value: ${column.explains}` });
  }
  return { values, wrong };
}

/** The example rows of the template as they would be read: people leave them in. */
function exampleRows(columns: readonly Column[]): Values[] {
  const most = Math.max(0, ...columns.map(({ examples = [] }) => examples.length));
  return Array.from({ length: most }, (_, n) => {
    const read = columns.map((column) => [column.key, readCell(column.examples?.[n] ?? null, column)] as const);
    return Object.fromEntries(
      read.flatMap(([key, reading]) =>
        'value' in reading && reading.value !== undefined ? [[key, reading.value]] : [],
      ),
    );
  });
}
