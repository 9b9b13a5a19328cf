import { type ImportFault, type ImportReport, MOST_FAULTS, MOST_SHOWN } from '@anupalan/contract/imports/imports';
import { formatDay } from '@anupalan/domain/calendar-day';
import type { Column } from './column.ts';
import type { Fault, ImportExtras, PlannedRow } from './import-kind.ts';
import type { JudgedRows } from './judge-rows.ts';
import type { MatchedColumns } from './match-columns.ts';
import { type Cell, type FileTable, isDayCell, isWrongCell, letterOf } from './reading/cell.ts';

/** An import before anything is said of what is there. */
export interface Reported<Form> {
  readonly table: FileTable;
  readonly matched: MatchedColumns;
  readonly columns: readonly Column[];
  /** The columns that everything needs and that the file doesn't have. */
  readonly missing: readonly Column[];
  readonly judged: JudgedRows<Form>;
}

/** All faults in the order of the file, as far as one answer tells them, and how many there are. */
export function listFaults<Form>(
  { columns, matched, missing, judged }: Reported<Form>,
  planned: readonly PlannedRow<unknown>[],
): { faults: ImportFault[]; count: number } {
  const nameOf = namesOf(columns, matched);
  const ofFile = missing.map(({ title, explains }) => ({
    row: Math.max(1, matched.row),
    column: title,
    expected: `a column "${title}": ${explains}`,
  }));
  const found = new Map<number, readonly Fault[]>(judged.faults);
  for (const { row, faults = [] } of planned) if (faults.length > 0) found.set(row, faults);
  const ofRows = [...found]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, faults]) => faults.map(({ key, expected }) => ({ row, column: nameOf(key), expected })));
  const all = [...ofFile, ...ofRows];
  return { faults: all.slice(0, MOST_FAULTS), count: all.length };
}

/** The name of a column as the file has it, else its title. */
function namesOf(columns: readonly Column[], { headings, places }: MatchedColumns): (key: string) => string {
  const named = new Map(
    columns.map(({ key, title }) => {
      const place = places.get(key);
      const heading = headings.find(({ letter }) => place !== undefined && letter === letterOf(place));
      return [key, heading?.name ?? title];
    }),
  );
  return (key) => named.get(key) ?? key;
}

export function presentReport<Form>(
  reported: Reported<Form>,
  {
    planned,
    imported,
    extras = {},
  }: { planned: readonly PlannedRow<unknown>[]; imported: boolean; extras?: ImportExtras },
): ImportReport {
  const { table, matched, columns, judged } = reported;
  const { faults, count } = listFaults(reported, planned);
  const outcomes = new Map<number, ImportReport['rows'][number]['outcome']>();
  for (const row of judged.examples) outcomes.set(row, 'skip');
  for (const { row, outcome, faults: own = [] } of planned) outcomes.set(row, own.length > 0 ? 'fault' : outcome);
  for (const row of judged.faults.keys()) outcomes.set(row, 'fault');
  const of = (wanted: string) => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  const ruledOut = planned.filter(({ isRuledOut = false }) => isRuledOut).length;
  const present = table.rows.flatMap(({ row, cells }) => {
    const outcome = outcomes.get(row);
    return outcome === undefined ? [] : [{ row, outcome, cells }];
  });
  const shown = present
    .toSorted((one, other) => Number(other.outcome === 'fault') - Number(one.outcome === 'fault'))
    .slice(0, MOST_SHOWN)
    .toSorted((one, other) => one.row - other.row);
  return {
    imported,
    sheet: table.sheet,
    sheets: [...table.sheets],
    headings: [...matched.headings],
    columns: columns.map(({ key, title, required = false, explains }) => {
      const place = matched.places.get(key);
      return { key, title, required, explains, letter: place === undefined ? null : letterOf(place) };
    }),
    counts: { rows: outcomes.size, add: of('add'), update: of('update'), skip: of('skip') },
    rows: shown.map(({ row, outcome, cells }) => ({
      row,
      outcome,
      cells: columns.map(({ key }) => textOfCell(cells[matched.places.get(key) ?? -1] ?? null)),
    })),
    faults,
    faultCount: count,
    ...(ruledOut > 0 && { ruledOut }),
    ...extras,
  };
}

/** Characters of a cell that are shown. */
const MOST_CHARACTERS = 200;

function textOfCell(cell: Cell): string {
  if (cell === null || isWrongCell(cell)) return '';
  if (isDayCell(cell)) return formatDay(Temporal.PlainDate.from(cell.day));
  return String(cell).slice(0, MOST_CHARACTERS);
}
