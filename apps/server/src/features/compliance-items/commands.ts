import { randomUUIDv7 } from 'node:crypto';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import {
  ACT_FAULT,
  type ComplianceItemChanges,
  DATE_FAULT,
  hasDateIfDue,
  MAX_ITEMS,
  type NewComplianceItem,
} from '@anupalan/contract/compliance-items';
import { isEmployeeRange, RANGE_FAULT } from '@anupalan/contract/fields/employee-range';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { cleanRichText, isBlankRichText } from '../../platform/files/rich-text.ts';
import { changeAnnounced } from '../../platform/postgres/announced-change.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { listDifferences } from '../../platform/postgres/differences.ts';
import { nextVersion, refuseStaleEdit } from '../../platform/postgres/versions.ts';
import type { Services } from '../../services.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { itemNotFound } from '../tracker/require-item.ts';
import type { CataloguePart } from './present.ts';
import { readCatalogueItem } from './queries-catalogue.ts';

type Values = NewComplianceItem['values'];

/** The value of the first field for an item that has no value at all (R-catalogue-19). */
const DEFAULT_VALUE = { text: 'Default Text', isLink: false };

/**
 * Adds an item as the last of the table (R-catalogue-22).
 * @returns its id
 * @throws AppError conflict when the catalogue is full (R-catalogue-1); invalid when act or fields are unknown, or the
 * act's bounds don't fit those given (R-catalogue-9).
 */
export function addItem(services: Services, by: Session, form: NewComplianceItem): Promise<string> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    await refuseFullCatalogue(trx);
    const act = await requireAct(trx, form.actId);
    const { minEmployees = act.min_employees, maxEmployees = act.max_employees } = form;
    refuseWrongRange({ minEmployees, maxEmployees });
    const id = randomUUIDv7();
    await trx
      .insertInto('compliance_items')
      .values({
        id,
        act_id: form.actId,
        sr_no: sql`(select coalesce(max(sr_no), 0) + 1 from compliance_items)`,
        title: form.title ?? act.name,
        description: cleanDescription(form.description),
        state: form.state ?? act.state,
        min_employees: minEmployees,
        max_employees: maxEmployees,
        access_level: form.accessLevel,
        ...dueDateColumns(form.dueDate),
        created_by: by.userId,
      })
      .execute();
    const fields = await readComplianceFields(trx);
    await saveValues(trx, id, fields, orDefault(form.values, fields));
    await recordAudit(trx, by, {
      noun: 'compliance-items',
      verb: 'create',
      id,
      details: { ...(await getItem(trx, id)) },
    });
    return id;
  });
}

/**
 * Changes an item, which newer editions of the catalogue then leave alone (R-catalogue-4).
 * @throws AppError not-found; conflict when it is not the version that was edited (R-catalogue-2); invalid when act or
 * fields are unknown, or what is given does not fit what it has.
 */
export function changeItem(
  services: Services,
  by: Session,
  id: string,
  { updatedAt, ...changes }: ComplianceItemChanges,
): Promise<void> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const before = await getItem(trx, id);
    refuseStaleEdit('compliance item', before.updatedAt, updatedAt);
    if (changes.actId !== undefined) await requireAct(trx, changes.actId);
    const { minEmployees = before.minEmployees, maxEmployees = before.maxEmployees } = changes;
    refuseWrongRange({ minEmployees, maxEmployees });
    const { date = before.dueDate.date, frequency = before.dueDate.frequency } = changes.dueDate ?? {};
    if (!hasDateIfDue({ date, frequency })) throw rejectPart('dueDate', DATE_FAULT);
    await trx
      .updateTable('compliance_items')
      .set({
        act_id: changes.actId,
        title: changes.title,
        description: changes.description === undefined ? undefined : cleanDescription(changes.description),
        state: changes.state,
        min_employees: changes.minEmployees,
        max_employees: changes.maxEmployees,
        access_level: changes.accessLevel,
        ...dueDateColumns({ ...changes.dueDate, date, frequency }),
        edited_at: sql`now()`,
        updated_at: nextVersion(),
      })
      .where('id', '=', id)
      .execute();
    await saveValues(trx, id, await readComplianceFields(trx), changes.values ?? {});
    const details = listDifferences(before, await getItem(trx, id));
    await recordAudit(trx, by, { noun: 'compliance-items', verb: 'update', id, details });
  });
}

/** Deletes an item with all that workspaces recorded about it (R-catalogue-22). @throws AppError not-found */
export function removeItem(services: Services, by: Session, id: string): Promise<void> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const item = await getItem(trx, id);
    await trx.deleteFrom('compliance_items').where('id', '=', id).execute();
    await recordAudit(trx, by, { noun: 'compliance-items', verb: 'delete', id, details: { ...item } });
  });
}

async function refuseFullCatalogue(trx: Transaction<DB>): Promise<void> {
  const { items } = await trx
    .selectFrom('compliance_items')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .executeTakeFirstOrThrow();
  if (items < MAX_ITEMS) return;
  const most = MAX_ITEMS.toLocaleString('en');
  throw new AppError('conflict', `There can be at most ${most} compliance items. Delete one first.`);
}

async function requireAct(trx: Transaction<DB>, actId: string) {
  const act = await trx.selectFrom('acts').selectAll().where('id', '=', actId).executeTakeFirst();
  if (!act) throw rejectPart('actId', ACT_FAULT);
  return act;
}

async function getItem(trx: Transaction<DB>, id: string): Promise<CataloguePart> {
  const item = await readCatalogueItem(trx, 'premium', id);
  if (!item) throw itemNotFound();
  return item.part;
}

function refuseWrongRange(range: { minEmployees: number; maxEmployees: number }): void {
  if (!isEmployeeRange(range)) throw rejectPart('maxEmployees', RANGE_FAULT);
}

function rejectPart(part: string, fault: string): AppError {
  return new AppError('invalid', fault, { faults: { [part]: fault } });
}

function cleanDescription(description: string): string {
  const clean = cleanRichText(description);
  return isBlankRichText(clean) ? '' : clean;
}

type DueDate = NewComplianceItem['dueDate'];

/**
 * The columns of the due date. Items that never fall due have neither a date nor a description of it, for which answers
 * say 'N/A' (R-due-dates-4).
 */
function dueDateColumns(
  dueDate: Pick<DueDate, 'date' | 'frequency'> & { [Part in keyof DueDate]?: DueDate[Part] | undefined },
) {
  const { date, frequency, description, reminderDays } = dueDate;
  const rest = { frequency, reminder_days: reminderDays };
  return frequency === 'never'
    ? { due_date: null, due_date_description: '', ...rest }
    : { due_date: date, due_date_description: description, ...rest };
}

function orDefault(values: Values, [first]: readonly ComplianceField[]): Values {
  const isEmpty = Object.values(values).every(({ text }) => text === '');
  return isEmpty && first ? { ...values, [first._id]: DEFAULT_VALUE } : values;
}

/** Saves the values given; those of other fields stay (R-catalogue-2). */
async function saveValues(
  trx: Transaction<DB>,
  itemId: string,
  fields: readonly ComplianceField[],
  values: Values,
): Promise<void> {
  const known = new Set(fields.map(({ _id }) => _id));
  if (Object.keys(values).some((id) => !known.has(id))) {
    throw rejectPart('values', 'A compliance field no longer exists. Reload and try again.');
  }
  const given = Object.entries(values).filter(([, { locked }]) => !locked);
  if (given.length === 0) return;
  await trx
    .deleteFrom('compliance_values')
    .where('compliance_item_id', '=', itemId)
    .where(
      'compliance_field_id',
      'in',
      given.map(([fieldId]) => fieldId),
    )
    .execute();
  const rows = given.flatMap(([fieldId, { text, isLink }]) =>
    text === '' ? [] : [{ compliance_item_id: itemId, compliance_field_id: fieldId, text, is_link: isLink }],
  );
  if (rows.length > 0) await trx.insertInto('compliance_values').values(rows).execute();
}
