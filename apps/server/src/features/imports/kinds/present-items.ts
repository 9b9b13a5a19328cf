import type { ScheduleException } from '@anupalan/domain/due-days/exceptions';
import type { Session } from '../../../identity/sessions.ts';
import type { Download } from '../../../platform/files/downloads.ts';
import type { Cell } from '../../../platform/files/tables/table.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { readComplianceFields } from '../../compliance-fields/queries.ts';
import { planOf } from '../../compliance-items/queries.ts';
import { type Column, NONE } from '../column.ts';
import { type PresentItem, readPresentItems } from '../queries-items.ts';
import { makeFilledTemplate } from '../template.ts';
import { FIELD } from './columns-of-items.ts';

/**
 * The template of an import of obligations with those that are there (R-imports-20).
 * @param session who asks for their company's own; null for those of the catalogue
 */
export async function makePresentItems(
  db: Db,
  template: { name: string; columns: readonly Column[] },
  format: 'xlsx' | 'csv',
  session: Session | null,
): Promise<Download> {
  const items = await readPresentItems(db, session?.workspaceId ?? null);
  const isFree = session !== null && planOf(session) === 'free';
  const locked = isFree ? (await readComplianceFields(db)).filter(({ accessLevel }) => accessLevel === 'premium') : [];
  const hidden = new Set(locked.map(({ _id }) => `${FIELD}${_id}`));
  const rows = items.map((item) => presentItem(item, template.columns, hidden));
  return makeFilledTemplate(template, rows, format);
}

/** The cells of an obligation as the columns of its import read them. */
function presentItem(item: PresentItem, columns: readonly Column[], hidden: ReadonlySet<string>): Cell[] {
  const { exceptions, reminderDays, values, ...rest } = item;
  const texts: Readonly<Record<string, Cell>> = {
    ...rest,
    exceptions: exceptions.map(sayException).join(', '),
    reminderDays: reminderDays.join(', ') || NONE,
  };
  return columns.map(({ key, choices }) => {
    if (hidden.has(key)) return null;
    const value = key.startsWith(FIELD) ? (values[key.slice(FIELD.length)] ?? null) : (texts[key] ?? null);
    return choices?.find((choice) => choice.value === value)?.words[0] ?? value;
  });
}

/** "07/04 to 30/04". */
function sayException({ of, on }: ScheduleException): string {
  return `${dayFirst(of)} to ${dayFirst(on)}`;
}

function dayFirst(monthDay: string): string {
  return monthDay.split('-').toReversed().join('/');
}
