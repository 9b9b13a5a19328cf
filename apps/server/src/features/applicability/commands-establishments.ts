import { randomUUIDv7 } from 'node:crypto';
import {
  type EstablishmentChanges,
  MAX_ESTABLISHMENTS,
  type NewEstablishment,
} from '@anupalan/contract/applicability/establishments';
import { can } from '@anupalan/domain/permissions';
import { refusalOf } from '@anupalan/domain/permissions/refusals';
import { ALL_STATES, type State } from '@anupalan/domain/states';
import { type Kysely, sql, type Transaction } from 'kysely';
import { actorOf } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { includeState } from '../companies/commands.ts';
import { getCompany, lockCompany } from '../companies/queries.ts';
import type { Acting } from '../tracker/commands.ts';

/**
 * Adds an establishment. A state that the company doesn't have yet becomes one of its states, where its plan has more
 * than one (R-applicability-1).
 * @returns its id
 * @throws AppError not-found without a company; conflict when there are as many as there may be; forbidden for a state
 * that the plan doesn't have.
 */
export function addEstablishment(db: Kysely<DB>, acting: Acting, form: NewEstablishment): Promise<string> {
  const workspaceId = acting.view.workspaceId;
  return db.transaction().execute(async (trx) => {
    await lockCompany(trx, workspaceId);
    await requireRoom(trx, workspaceId);
    await haveState(trx, acting, form.state);
    const id = randomUUIDv7();
    const { name, state, city, employeeCount: employee_count, nature } = form;
    await trx
      .insertInto('establishments')
      .values({ workspace_id: workspaceId, id, name, state, city, employee_count, nature })
      .execute();
    await recordEstablishment(trx, acting, 'create', name);
    return id;
  });
}

/**
 * Changes the given parts of an establishment. Of the one that follows the profile, the given parts follow no longer.
 * @throws AppError not-found; forbidden as {@link addEstablishment}
 */
export async function changeEstablishment(
  db: Kysely<DB>,
  acting: Acting,
  id: string,
  { userId: _, ...changes }: EstablishmentChanges,
): Promise<void> {
  const workspaceId = acting.view.workspaceId;
  await db.transaction().execute(async (trx) => {
    await lockCompany(trx, workspaceId);
    await ensureEstablishment(trx, workspaceId, id);
    if (changes.state !== undefined) await haveState(trx, acting, changes.state);
    const { name, state, city, employeeCount: employee_count, nature } = changes;
    const stored = await trx
      .updateTable('establishments')
      .set({ name, state, city, employee_count, nature, updated_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow();
    await recordEstablishment(trx, acting, 'update', stored.name, Object.keys(changes));
  });
}

/** Removes an establishment with its answers. @throws AppError not-found; conflict for the one that follows the profile */
export async function removeEstablishment(db: Kysely<DB>, acting: Acting, id: string): Promise<void> {
  const workspaceId = acting.view.workspaceId;
  await db.transaction().execute(async (trx) => {
    const company = await lockCompany(trx, workspaceId);
    const removed = await trx
      .deleteFrom('establishments')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('follows_profile', '=', false)
      .returning('name')
      .executeTakeFirst();
    if (!removed && (id === company.id || (await isThere(trx, workspaceId, id)))) throw followsProfile();
    if (!removed) throw establishmentNotFound();
    await recordEstablishment(trx, acting, 'delete', removed.name);
  });
}

/**
 * Makes sure that an establishment has a row: the one that follows the profile, which has the company's id, has none
 * before something of it is kept. The company must be locked.
 * @throws AppError not-found
 */
export async function ensureEstablishment(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string): Promise<void> {
  if (await isThere(trx, workspaceId, id)) return;
  const made = await sql`
    insert into establishments (workspace_id, id, follows_profile)
    select workspace_id, id, true from companies
    where workspace_id = ${workspaceId} and id = ${id} and confirmed
    on conflict do nothing returning id`.execute(trx);
  if (made.rows.length === 0) throw establishmentNotFound();
}

export function establishmentNotFound(): AppError {
  return new AppError('not-found', 'Establishment not found');
}

async function isThere(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('establishments')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

async function requireRoom(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const { count } = await trx
    .selectFrom('establishments')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (count < MAX_ESTABLISHMENTS) return;
  throw new AppError('conflict', `A company can have at most ${MAX_ESTABLISHMENTS} establishments`);
}

/** Gives the company a state of an establishment that it hasn't yet, where its plan has more than one. */
async function haveState(trx: Transaction<DB>, { view, by }: Acting, state: State): Promise<void> {
  const actor = actorOf(view);
  const mayHaveMore = can(actor, 'companies.change-states');
  const company = await getCompany(trx, view.workspaceId);
  const states = [company.state, ...company.additionalStates];
  if (states.includes(state) || (mayHaveMore && states.includes(ALL_STATES))) return;
  if (!mayHaveMore) {
    const message = refusalOf(actor, 'companies.change-states');
    throw new AppError('forbidden', message, { faults: { state: message } });
  }
  await includeState(trx, { ...by, workspaceId: view.workspaceId }, state);
}

function recordEstablishment(
  trx: Transaction<DB>,
  { view, by }: Acting,
  verb: 'create' | 'update' | 'delete',
  name: string | null,
  fields?: string[],
): Promise<void> {
  const about = { ...(name !== null && { name }), ...(fields && { fields }) };
  return recordActivity(trx, { ...by, workspaceId: view.workspaceId }, { what: `establishments.${verb}`, about });
}

function followsProfile(): AppError {
  return new AppError(
    'conflict',
    "This establishment comes from the company's profile and can't be removed. Change it instead.",
  );
}
