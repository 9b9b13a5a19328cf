import { randomUUIDv7 } from 'node:crypto';
import {
  MAX_REGISTRATIONS,
  type NewRegistration,
  periodFault,
  type Registration,
  type RegistrationChanges,
} from '@anupalan/contract/company/registrations';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type RegistrationKind, registrationNoun } from '@anupalan/domain/registrations/kinds';
import { normaliseNumber, numberFault } from '@anupalan/domain/registrations/numbers';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { violatedUniqueKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { nextVersion } from '../../platform/postgres/versions.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { deleteUnusedOwnActs } from '../acts/commands-own.ts';
import { ensureEstablishment } from '../applicability/commands-establishments.ts';
import { lockCompany } from '../companies/queries.ts';
import { lockWorkspace } from '../compliance-items/own/commands.ts';
import { keepRenewal } from '../compliance-items/own/commands-renewal.ts';
import { dropLines } from '../status-history/commands-lines.ts';
import { queueForDays } from '../status-history/commands-queue.ts';
import type { Acting } from '../tracker/commands.ts';
import { getRegistration } from './queries.ts';

type Parts = Pick<
  Registration,
  'kind' | 'number' | 'state' | 'establishmentId' | 'authority' | 'from' | 'until' | 'ceiling' | 'renewalFiledOn'
>;

/**
 * Adds a registration, with its renewal when it expires (R-registrations-1, R-registrations-7).
 * @throws AppError conflict when the number is there already (R-registrations-4), or the company has as many as it may
 * (R-registrations-2).
 */
export function addRegistration(db: Kysely<DB>, acting: Acting, form: NewRegistration): Promise<Registration> {
  return db.transaction().execute(async (trx) => {
    const id = await addRegistrationIn(trx, acting, form);
    return getRegistration(trx, acting.view.workspaceId, id);
  });
}

/** {@link addRegistration} within a transaction, for those who add several at once. @returns its id */
export async function addRegistrationIn(trx: Transaction<DB>, acting: Acting, form: NewRegistration): Promise<string> {
  const { workspaceId } = acting.view;
  const {
    state = null,
    establishmentId = null,
    authority = '',
    from = null,
    until = null,
    ceiling = null,
    renewalFiledOn = null,
  } = form;
  const parts = { ...form, state, establishmentId, authority, from, until, ceiling, renewalFiledOn };
  await lockWorkspace(trx, workspaceId);
  await requireRoom(trx, workspaceId);
  await requireEstablishment(trx, workspaceId, establishmentId);
  const id = randomUUIDv7();
  await trx
    .insertInto('registrations')
    .values({ workspace_id: workspaceId, id, ...columnsOf(parts) })
    .execute()
    .catch((error: unknown) => explainSameNumber(error, parts));
  await finish(trx, acting, 'create', { id, parts });
  return id;
}

/**
 * Changes a registration. A later last day is a new period: it ends a renewal that was pending, unless the change says
 * otherwise (R-registrations-9).
 * @throws AppError not-found; invalid when number and kind, or the days, don't fit each other any more; conflict when
 * the number is there already.
 */
export function changeRegistration(
  db: Kysely<DB>,
  acting: Acting,
  id: string,
  { userId: _, ...changes }: RegistrationChanges,
): Promise<Registration> {
  const { workspaceId } = acting.view;
  return db.transaction().execute(async (trx) => {
    await queueForDays(trx, workspaceId);
    await lockWorkspace(trx, workspaceId);
    const before = await getRegistration(trx, workspaceId, id);
    const parts = applyChanges(before, changes);
    await requireEstablishment(trx, workspaceId, parts.establishmentId);
    await trx
      .updateTable('registrations')
      .set({ ...columnsOf(parts), updated_at: nextVersion() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => explainSameNumber(error, parts));
    await dropLines(trx, workspaceId, [id, parts]);
    await finish(trx, acting, 'update', { id, parts, fields: Object.keys(changes) });
    return getRegistration(trx, workspaceId, id);
  });
}

/**
 * Removes a registration with its renewal. What was recorded about that is kept: then only its row stays behind, which
 * no list has (R-registrations-10).
 * @throws AppError not-found
 */
export function removeRegistration(db: Kysely<DB>, acting: Acting, id: string): Promise<void> {
  const { workspaceId } = acting.view;
  return db.transaction().execute(async (trx) => {
    await queueForDays(trx, workspaceId);
    await lockWorkspace(trx, workspaceId);
    const { kind, number, renewalId } = await getRegistration(trx, workspaceId, id);
    await dropLines(trx, workspaceId, [id, null]);
    // Locked after the days: who records something about the number at this moment has theirs first, too.
    await trx
      .selectFrom('registrations')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('registrations')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where(nothingRecorded(workspaceId, id))
      .executeTakeFirst();
    if (numDeletedRows === 0n) await keepRemoved(trx, acting, id);
    else await deleteUnusedOwnActs(trx, workspaceId);
    const about = { kind, name: number, ...(renewalId && { itemId: renewalId }) };
    await recordActivity(trx, acting.by, { what: 'registrations.delete', about });
  });
}

/**
 * What people recorded of a number, or of its renewal: statuses and notes, payments, submissions. Reminders are nobody's
 * record.
 */
function nothingRecorded(workspaceId: WorkspaceId, id: string) {
  const renewal = sql`(
    select id from compliance_items where workspace_id = ${workspaceId} and registration_id = ${id})`;
  const recorded = (table: 'status_entries' | 'payment_dates' | 'submission_dates') =>
    sql`exists (select from ${sql.table(table)}
      where workspace_id = ${workspaceId} and compliance_item_id = ${renewal})`;
  const named = (table: 'status_records' | 'checks') =>
    sql`exists (select from ${sql.table(table)} where workspace_id = ${workspaceId} and registration_id = ${id})`;
  return sql<SqlBool>`not (
    ${recorded('status_entries')} or ${recorded('payment_dates')} or ${recorded('submission_dates')}
    or ${named('status_records')} or ${named('checks')})`;
}

async function keepRemoved(trx: Transaction<DB>, { view }: Acting, id: string): Promise<void> {
  const { kind, number, state } = await trx
    .updateTable('registrations')
    .set({ removed_at: sql`now()`, updated_at: nextVersion() })
    .where('workspace_id', '=', view.workspaceId)
    .where('id', '=', id)
    .returning(['kind', 'number', 'state'])
    .executeTakeFirstOrThrow();
  await keepRenewal(trx, view, { id, kind, number, state, until: null, renewalFiledOn: null });
}

function applyChanges(before: Registration, changes: Omit<RegistrationChanges, 'userId'>): Parts {
  const isRenewed = changes.until !== undefined && isLater(changes.until, before.until);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged: Parts = { ...before, ...(isRenewed && { renewalFiledOn: null }), ...given };
  const parts = { ...merged, number: normaliseNumber(merged.kind, merged.number) };
  const isNumbered = changes.kind !== undefined || changes.number !== undefined;
  const fault = isNumbered ? numberFault(parts.kind, parts.number) : null;
  if (fault) throw new AppError('invalid', fault, { faults: { number: fault } });
  const misfit = periodFault(parts);
  if (misfit) throw new AppError('invalid', misfit.message, { faults: { [misfit.field]: misfit.message } });
  return parts;
}

/** Whether a last day lies after the one before; what does not expire ends after everything. Days are ISO. */
function isLater(until: string | null, before: string | null): boolean {
  return before !== null && (until === null || until > before);
}

function columnsOf({ kind, number, state, establishmentId, authority, from, until, ceiling, renewalFiledOn }: Parts) {
  const days = { from_day: from, until_day: until, renewal_filed_on: renewalFiledOn };
  return { kind, number, state, establishment_id: establishmentId, authority, ceiling, ...days };
}

/** What follows from every change: the renewal as it has to be now, and a line of the activity. */
async function finish(
  trx: Transaction<DB>,
  { view, by }: Acting,
  verb: 'create' | 'update',
  { id, parts, fields }: { id: string; parts: Parts; fields?: string[] },
): Promise<void> {
  const { kind, number, state } = parts;
  const until = parts.until === null ? null : parseCalendarDay(parts.until);
  const renewalFiledOn = parts.renewalFiledOn === null ? null : parseCalendarDay(parts.renewalFiledOn);
  await keepRenewal(trx, view, { id, kind, number, state, until, renewalFiledOn });
  const about = { kind, name: number, until: parts.until, ...(fields && { fields }) };
  await recordActivity(trx, by, { what: `registrations.${verb}`, about });
}

/** Makes sure that the establishment that a registration is for has a row. @throws AppError not-found */
async function requireEstablishment(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string | null): Promise<void> {
  if (id === null) return;
  await lockCompany(trx, workspaceId);
  await ensureEstablishment(trx, workspaceId, id);
}

async function requireRoom(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const { kept } = await trx
    .selectFrom('registrations')
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  if (kept < MAX_REGISTRATIONS) return;
  throw new AppError('conflict', `A company can have at most ${MAX_REGISTRATIONS} registrations. Remove one first.`);
}

/** The database keeps numbers apart, whoever writes them at the same moment (R-registrations-4). */
function explainSameNumber(error: unknown, { kind }: { kind: RegistrationKind }): never {
  if (!violatedUniqueKey(error)?.startsWith('registrations_of_')) throw error;
  const message = `This ${registrationNoun(kind)} is recorded already`;
  throw new AppError('conflict', message, { faults: { number: message }, cause: error });
}
