import { randomUUIDv7 } from 'node:crypto';
import {
  MAX_OWN_OBLIGATIONS,
  type NewOwnObligation,
  type OwnObligationChanges,
} from '@anupalan/contract/company/own-obligations';
import { ACT_FAULT } from '@anupalan/contract/compliance-items';
import { ALL_STATES } from '@anupalan/domain/states';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { nextVersion, refuseStaleEdit } from '../../../platform/postgres/versions.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../../activity/commands.ts';
import { deleteUnusedOwnActs, keepOwnAct } from '../../acts/commands-own.ts';
import { keepChecking } from '../../assignments/commands-move.ts';
import { readComplianceFields } from '../../compliance-fields/queries.ts';
import type { Acting } from '../../tracker/commands.ts';
import { itemNotFound } from '../../tracker/require-item.ts';
import {
  changeColumns,
  cleanDescription,
  dueDateColumns,
  refuseWrongRange,
  rejectPart,
  saveValues,
} from '../commands-parts.ts';
import { planOf } from '../queries.ts';
import { readCatalogueItem } from '../queries-catalogue.ts';

/**
 * Adds an obligation of the company's own, as the last of them (R-registrations-11).
 * @returns its id
 * @throws AppError conflict when the company has as many as its plan allows (R-registrations-13); invalid when act or
 * fields are unknown.
 */
export function addOwnObligation(db: Kysely<DB>, acting: Acting, form: NewOwnObligation): Promise<string> {
  return db.transaction().execute((trx) => addOwnObligationIn(trx, acting, form));
}

/**
 * {@link addOwnObligation} within a transaction, for those who add several at once.
 * @param importKey the key by which a later import finds it again
 */
export async function addOwnObligationIn(
  trx: Transaction<DB>,
  { view, by }: Acting,
  form: NewOwnObligation,
  importKey: string | null = null,
): Promise<string> {
  await lockWorkspace(trx, view.workspaceId);
  await requireRoom(trx, view.workspaceId, planOf(view));
  const act = await chooseAct(trx, view.workspaceId, form);
  const { minEmployees = 0, maxEmployees = 0, title = act.name } = form;
  refuseWrongRange({ minEmployees, maxEmployees });
  const id = randomUUIDv7();
  await trx
    .insertInto('compliance_items')
    .values({
      id,
      workspace_id: view.workspaceId,
      import_key: importKey,
      act_id: act.id,
      sr_no: nextNumber(view.workspaceId),
      title,
      description: cleanDescription(form.description),
      state: form.state ?? ALL_STATES,
      min_employees: minEmployees,
      max_employees: maxEmployees,
      ...dueDateColumns(form.dueDate),
      created_by: view.userId,
    })
    .execute();
  await saveValues(trx, id, await readComplianceFields(trx), form.values);
  await recordActivity(
    trx,
    { ...by, workspaceId: view.workspaceId },
    { what: 'own-obligations.create', about: { itemId: id, name: title } },
  );
  return id;
}

/**
 * Changes an own obligation; what is recorded about it stays (R-registrations-11).
 * @throws AppError not-found; conflict when it is not the version that was edited (R-catalogue-2), or the renewal of a
 * registration; invalid when act or fields are unknown, or what is given does not fit what it has.
 */
export function changeOwnObligation(
  db: Kysely<DB>,
  acting: Acting,
  id: string,
  changes: OwnObligationChanges,
): Promise<void> {
  return db.transaction().execute((trx) => changeOwnObligationIn(trx, acting, id, changes));
}

/**
 * {@link changeOwnObligation} within a transaction, for those who change several at once.
 * @param importKey as of {@link addOwnObligationIn}, unless it has one
 */
export async function changeOwnObligationIn(
  trx: Transaction<DB>,
  { view, by }: Acting,
  id: string,
  { updatedAt, ...changes }: OwnObligationChanges,
  importKey: string | null = null,
): Promise<void> {
  await lockWorkspace(trx, view.workspaceId);
  const before = await getOwnObligation(trx, view.workspaceId, id);
  refuseStaleEdit('obligation', before.updatedAt, updatedAt);
  const { actId, actName } = changes;
  const act =
    actId === undefined && actName === undefined ? null : await chooseAct(trx, view.workspaceId, { actId, actName });
  const { access_level: _, ...columns } = changeColumns(before, changes);
  await trx
    .updateTable('compliance_items')
    .set({
      ...columns,
      act_id: act?.id,
      updated_at: nextVersion(),
      ...(importKey !== null && { import_key: sql<string>`coalesce(import_key, ${importKey})` }),
    })
    .where('id', '=', id)
    .execute();
  await saveValues(trx, id, await readComplianceFields(trx), changes.values ?? {});
  if (act && act.id !== before.actId) await keepChecking(trx, view, { itemId: id, formerActId: before.actId });
  if (act) await deleteUnusedOwnActs(trx, view.workspaceId);
  const { userId: _userId, ...named } = changes;
  const about = { itemId: id, name: changes.title ?? before.title, fields: Object.keys(named) };
  await recordActivity(trx, by, { what: 'own-obligations.update', about });
}

/**
 * Deletes an own obligation with all that was recorded about it (R-registrations-14).
 * @throws AppError not-found; conflict for the renewal of a registration, which goes with that.
 */
export function removeOwnObligation(db: Kysely<DB>, { view, by }: Acting, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, view.workspaceId);
    const { title } = await getOwnObligation(trx, view.workspaceId, id);
    await trx.deleteFrom('compliance_items').where('id', '=', id).execute();
    await deleteUnusedOwnActs(trx, view.workspaceId);
    await recordActivity(
      trx,
      { ...by, workspaceId: view.workspaceId },
      { what: 'own-obligations.delete', about: { itemId: id, name: title } },
    );
  });
}

/** Makes those who change a company's own obligations and registrations do so one after the other. */
export async function lockWorkspace(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(trx);
}

/** The number of a company's next own item: after the catalogue's and its own, so that none comes twice in its table. */
export function nextNumber(workspaceId: WorkspaceId) {
  return sql<number>`(
    select coalesce(max(sr_no), 0) + 1 from (
      (select sr_no from compliance_items where workspace_id is null order by sr_no desc limit 1)
      union all
      (select sr_no from compliance_items where workspace_id = ${workspaceId} order by sr_no desc limit 1)) newest)`;
}

async function requireRoom(trx: Transaction<DB>, workspaceId: WorkspaceId, plan: 'free' | 'premium'): Promise<void> {
  const { kept } = await trx
    .selectFrom('compliance_items')
    .where('workspace_id', '=', workspaceId)
    .where('registration_id', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  if (kept < MAX_OWN_OBLIGATIONS[plan]) return;
  const { free, premium } = MAX_OWN_OBLIGATIONS;
  throw new AppError(
    'conflict',
    plan === 'free'
      ? `The free plan has room for ${free} obligations of your own. Upgrade to Premium to keep up to ${premium}.`
      : `A company can keep at most ${premium} obligations of its own. Delete one first.`,
  );
}

/** The act that is named: of the catalogue, of the company, or a new one of the company. @throws AppError invalid */
async function chooseAct(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { actId, actName }: Pick<NewOwnObligation, 'actId' | 'actName'>,
): Promise<{ id: string; name: string }> {
  if (actName !== undefined && actId === undefined) {
    return { id: await keepOwnAct(trx, workspaceId, actName), name: actName };
  }
  const act = await trx
    .selectFrom('acts')
    .select(['id', 'name'])
    .where('id', '=', actId ?? null)
    .where(sql<SqlBool>`(workspace_id is null or workspace_id = ${workspaceId})`)
    .executeTakeFirst();
  if (!act || actName !== undefined) throw rejectPart('actId', ACT_FAULT);
  return act;
}

async function getOwnObligation(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string) {
  const { part } = (await readCatalogueItem(trx, 'premium', { itemId: id, owner: workspaceId })) ?? {};
  if (!part?.own) throw itemNotFound();
  if (part.registrationId) {
    const message = 'This is the renewal of a registration. Change the registration instead.';
    throw new AppError('conflict', message);
  }
  return part;
}
