import { randomUUIDv7 } from 'node:crypto';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import {
  ACT_FAULT,
  type ComplianceItemChanges,
  MAX_ITEMS,
  type NewComplianceItem,
} from '@anupalan/contract/compliance-items';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { changeAnnounced } from '../../platform/postgres/announced-change.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { listDifferences } from '../../platform/postgres/differences.ts';
import { nextVersion, refuseStaleEdit } from '../../platform/postgres/versions.ts';
import type { Services } from '../../services.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { readItemOfLaw, recordItemChange } from '../law-changes/commands.ts';
import { itemNotFound } from '../tracker/require-item.ts';
import {
  changeColumns,
  cleanDescription,
  dueDateColumns,
  refuseWrongRange,
  rejectPart,
  saveValues,
  type Values,
} from './commands-parts.ts';
import type { CataloguePart } from './present.ts';
import { readCatalogueItem } from './queries-catalogue.ts';

/** The value of the first field for an item that has no value at all (R-catalogue-19). */
const DEFAULT_VALUE = { text: 'Default Text', isLink: false };

/**
 * Adds an item as the last of the table (R-catalogue-22), of which companies are told as of any change (R-law-11).
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
        sr_no: sql`(select coalesce(max(sr_no), 0) + 1 from compliance_items where workspace_id is null)`,
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
    await recordItemChange(trx, id, { was: null, now: await readItemOfLaw(trx, id) });
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
export function changeItem(services: Services, by: Session, id: string, changes: ComplianceItemChanges): Promise<void> {
  return changeAnnounced(services, 'catalogue', (trx) => changeItemIn(trx, by, id, changes));
}

/**
 * {@link changeItem} within a transaction, for those who change several at once.
 * @param importKey the key by which a later import finds it again, unless it has one
 */
export async function changeItemIn(
  trx: Transaction<DB>,
  by: Session,
  id: string,
  { updatedAt, ...changes }: ComplianceItemChanges,
  importKey: string | null = null,
): Promise<void> {
  const before = await getItem(trx, id);
  refuseStaleEdit('compliance item', before.updatedAt, updatedAt);
  if (changes.actId !== undefined) await requireAct(trx, changes.actId);
  const was = await readItemOfLaw(trx, id);
  await trx
    .updateTable('compliance_items')
    .set({
      ...changeColumns(before, changes),
      act_id: changes.actId,
      edited_at: sql`now()`,
      updated_at: nextVersion(),
      ...(importKey !== null && { import_key: sql<string>`coalesce(import_key, ${importKey})` }),
    })
    .where('id', '=', id)
    .execute();
  await saveValues(trx, id, await readComplianceFields(trx), changes.values ?? {});
  await recordItemChange(trx, id, { was, now: await readItemOfLaw(trx, id) });
  const details = listDifferences(before, await getItem(trx, id));
  await recordAudit(trx, by, { noun: 'compliance-items', verb: 'update', id, details });
}

/** Deletes an item with all that workspaces recorded about it (R-catalogue-22). @throws AppError not-found */
export function removeItem(services: Services, by: Session, id: string): Promise<void> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const item = await getItem(trx, id);
    await recordItemChange(trx, id, { was: await readItemOfLaw(trx, id), now: null });
    await trx.deleteFrom('compliance_items').where('id', '=', id).execute();
    await recordAudit(trx, by, { noun: 'compliance-items', verb: 'delete', id, details: { ...item } });
  });
}

async function refuseFullCatalogue(trx: Transaction<DB>): Promise<void> {
  const { items } = await trx
    .selectFrom('compliance_items')
    .where('workspace_id', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .executeTakeFirstOrThrow();
  if (items < MAX_ITEMS) return;
  const most = MAX_ITEMS.toLocaleString('en');
  throw new AppError('conflict', `There can be at most ${most} compliance items. Delete one first.`);
}

async function requireAct(trx: Transaction<DB>, actId: string) {
  const act = await trx
    .selectFrom('acts')
    .selectAll()
    .where('id', '=', actId)
    .where('workspace_id', 'is', null)
    .executeTakeFirst();
  if (!act) throw rejectPart('actId', ACT_FAULT);
  return act;
}

async function getItem(trx: Transaction<DB>, id: string): Promise<CataloguePart> {
  const item = await readCatalogueItem(trx, 'premium', { itemId: id, owner: null });
  if (!item) throw itemNotFound();
  return item.part;
}

/** The values of a new item: with none at all the first field has one (R-catalogue-19). */
export function orDefault(values: Values, [first]: readonly ComplianceField[]): Values {
  const isEmpty = Object.values(values).every(({ text }) => text === '');
  return isEmpty && first ? { ...values, [first._id]: DEFAULT_VALUE } : values;
}
