import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { daysFrom, storedDay } from '@anupalan/domain/calendar-day';
import { occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import { toPaise } from '@anupalan/domain/money';
import { linesBetween } from '@anupalan/domain/reports/month-report';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import { urgencyOfOpen } from '@anupalan/domain/urgency';
import type { Session } from '../../../identity/sessions.ts';
import type { Cell, Column } from '../../../platform/files/tables/table.ts';
import type { Days } from '../../tracker/choose-days.ts';
import { seesDay } from '../../tracker/scope.ts';
import { describeOutside, OutsideSection, STANDING_OUTSIDE } from '../outside.ts';
import { type ExportedItem, readExportedItems } from '../queries-items.ts';
import { type RegisterLine, readRegister } from '../queries-register.ts';
import { type FieldColumns, readFieldColumns } from '../queries-values.ts';
import type { TableSource } from '../table-source.ts';
import { describeTable, registerDays } from './describe-table.ts';

/** The columns of the compliance register (R-exports-4). */
export const REGISTER_COLUMNS: readonly Column[] = [
  { title: 'Act', kind: 'text', width: 30, heading: true },
  { title: 'Obligation', kind: 'text', width: 34 },
  { title: 'Due', kind: 'day', width: 11 },
  { title: 'Original day', kind: 'day', width: 11, onlyInSheets: true },
  { title: 'Status', kind: 'text', width: 12 },
  { title: 'Standing', kind: 'text', width: 15 },
  { title: 'Done on', kind: 'day', width: 11 },
  { title: 'Days late', kind: 'number', width: 9, onlyInSheets: true },
  { title: 'Recorded by', kind: 'text', width: 16 },
  { title: 'Checked by', kind: 'text', width: 14 },
  { title: 'Recorded at', kind: 'moment', width: 18, onlyInSheets: true },
  { title: 'Registration number', kind: 'text', width: 20, onlyInSheets: true },
  { title: 'Number', kind: 'text', width: 18 },
  { title: 'Amount (Rs)', kind: 'money', width: 13 },
  { title: 'Paid on', kind: 'day', width: 11, onlyInSheets: true },
  { title: 'Evidence', kind: 'text', width: 26 },
  { title: 'Note', kind: 'text', width: 24 },
  { title: 'Said not to apply', kind: 'text', width: 34, onlyInSheets: true },
];

/** The compliance register: each obligation and each of its occurrences in a period, with the dashboard's columns. */
export const openCompliance: TableSource = async (database, asked) => {
  const { filters, today } = asked;
  const days = registerDays(filters, today);
  const items = await readExportedItems(database, asked, days);
  const keeps = keepsStatus(filters.status, today);
  const withoutDuties = filters.item !== undefined || filters.person !== undefined || filters.search !== undefined;
  const lines = readRegister(database, asked, items, { days, keeps, withoutDuties });
  const below = new OutsideSection(items.map(nameItem));
  const columns = await readFieldColumns(
    database.db,
    asked.session,
    items.map(({ item }) => item.id),
  );
  // Nothing of what isn't due has a status.
  const listed = filters.status === undefined ? items : [];
  // Entries decide about few of them: those before an item was tracked, and what is outside.
  const count = items.reduce((sum, { item, schedule, tracked, outside }) => {
    if (outside !== null) return sum + tracked.recorded.size;
    const all = { actId: item.actId, schedule, tracked, entries: new Map() };
    return sum + Math.max(1, linesBetween(all, { today }, days).length);
  }, 0);
  return {
    title: 'Compliance register',
    facts: await describeTable(database, asked, days),
    columns: [...REGISTER_COLUMNS, ...columns.fields.map(columnOf)],
    rows: presentRows(lines, { listed, below, columns, days, session: asked.session }),
    below,
    count,
  };
};

function nameItem({ item, act, outside }: ExportedItem) {
  return { title: item.title, act, outside };
}

/** Whether a line has the status, or is as urgent, as was asked for. */
function keepsStatus(status: Parameters<TableSource>[1]['filters']['status'], today: Temporal.PlainDate) {
  return (line: Pick<RegisterLine, 'status' | 'standing' | 'legal' | 'outside'>) => {
    if (status === undefined) return true;
    if (status !== 'overdue' && status !== 'due-soon') return line.status === status;
    const day = daysFrom(today, storedDay(line.legal));
    return (
      line.outside === null && line.standing !== 'settled' && urgencyOfOpen(day, Number.NEGATIVE_INFINITY) === status
    );
  };
}

function columnOf({ name }: ComplianceField): Column {
  return { title: name, kind: 'text', width: 24, onlyInSheets: true };
}

interface Listed {
  readonly listed: readonly ExportedItem[];
  readonly below: OutsideSection;
  readonly columns: FieldColumns;
  readonly days: Days;
  readonly session: Session;
}

/** The lines as rows, in the order of the items; an item that applies and has no line says why in a row of its own. */
async function* presentRows(lines: AsyncIterable<RegisterLine>, of: Listed): AsyncGenerator<Cell[]> {
  const { listed, below, columns } = of;
  const places = new Map(listed.map(({ item }, at) => [item.id, at]));
  let next = 0;
  for await (const line of lines) {
    const place = line.isDuty ? listed.length : (places.get(line.itemId) ?? next - 1);
    yield* presentWithoutLine(listed.slice(next, place), of);
    next = Math.max(next, place + 1);
    below.add(line);
    yield [...presentLine(line), ...columns.textsOf(line.itemId)];
  }
  yield* presentWithoutLine(listed.slice(next), of);
}

function* presentWithoutLine(items: readonly ExportedItem[], of: Listed): Generator<Cell[]> {
  for (const { item, act, schedule, outside } of items) {
    const why = outside === null ? describeNoLine(schedule, of) : null;
    if (why === null) continue;
    const filled: ReadonlyMap<string, string> = new Map([['Act', act], ['Obligation', item.title], ...why]);
    const cells = REGISTER_COLUMNS.map(({ title }) => filled.get(title) ?? null);
    yield [...cells, ...of.columns.textsOf(item.id)];
  }
}

/** Why an item has no line, by the titles of columns; null where that is only that the reader sees none of its days. */
function describeNoLine(
  { first, ...schedule }: ExportedItem['schedule'],
  { days: { from, to }, session }: Listed,
): (readonly [title: string, text: string])[] | null {
  const due = first === null ? [] : occurrencesByLegalDay({ ...schedule, first, within: undefined }, from, to);
  if (due.length === 0) return [['Standing', 'Not due in this period']];
  // Those that are tracked have lines.
  const last = due.findLast(({ iso }) => seesDay(session, iso));
  return last === undefined
    ? null
    : [
        ['Due', `${last.legal}`],
        ['Standing', 'Before tracking began'],
      ];
}

/** A line as a row of {@link REGISTER_COLUMNS}. */
export function presentLine(line: RegisterLine): Cell[] {
  const { act, title, day, legal, status, standing, settledOn, isDone, lateBy, record, evidence, outside } = line;
  const filing = record?.filing;
  return [
    act,
    title,
    legal,
    day === legal ? null : day,
    filing?.nil ? `${STATUS_LABELS[status]} (nil)` : STATUS_LABELS[status],
    describeStanding(line),
    standing === 'settled' ? settledOn : null,
    outside === null && standing === 'settled' && isDone && lateBy !== null && lateBy > 0 ? lateBy : null,
    line.by,
    line.checkedBy,
    record?.at ?? null,
    record?.registrationNumber ?? null,
    filing?.number ?? null,
    filing?.amount === undefined ? null : toPaise(filing.amount),
    filing?.paidOn?.slice(0, 10) ?? null,
    evidence.map(({ name }) => name).join(', ') || describeMissing(record?.noEvidenceReason),
    record?.note ?? null,
    outside && describeOutside(outside),
  ];
}

/** What is in no figure stands in words of its own, so that whoever counts the others counts what the figures do. */
function describeStanding(line: RegisterLine): string {
  const standing = standingInWords(line);
  return line.outside === null ? standing : `${STANDING_OUTSIDE[line.outside.kind]} (${standing.toLowerCase()})`;
}

function standingInWords({ standing, isDone, lateBy }: RegisterLine): string {
  if (standing === 'waiting') return 'To be checked';
  if (standing === 'late') return 'Overdue';
  if (standing === 'open') return 'Open';
  if (!isDone) return 'Not needed';
  if (lateBy === null || lateBy <= 0) return 'On time';
  return `Late by ${lateBy} ${lateBy === 1 ? 'day' : 'days'}`;
}

function describeMissing(reason: string | null | undefined): string | null {
  return reason ? `None: ${reason}` : null;
}
