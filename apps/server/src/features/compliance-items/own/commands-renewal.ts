import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { formatDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type RegistrationKind, registrationNoun, renewalDueOn } from '@anupalan/domain/registrations/kinds';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { nextVersion } from '../../../platform/postgres/versions.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { keepOwnAct } from '../../acts/commands-own.ts';
import { nextNumber } from './commands.ts';

/** The act of their own that all renewals of a company stand under. */
const ACT = 'Registrations and licences';

/** The reminder days of a renewal, in days before it falls due. */
const REMINDER_DAYS = [30, 15, 7];

/** A registration as far as its renewal follows from it. */
export interface Renewable {
  readonly id: string;
  readonly kind: RegistrationKind;
  readonly number: string;
  readonly state: StateOrAll | null;
  readonly until: Temporal.PlainDate | null;
  readonly renewalFiledOn: Temporal.PlainDate | null;
}

/**
 * Makes the obligation to renew a registration what the registration says now: due on its expiry less the kind's days,
 * and never while a renewal is pending, or where nothing expires. It is one item for ever, so what was recorded under it
 * stays through all periods (R-registrations-7 to R-registrations-9). The caller holds the company's lock.
 */
export async function keepRenewal(
  trx: Transaction<DB>,
  { workspaceId, userId }: { workspaceId: WorkspaceId; userId: string },
  registration: Renewable,
): Promise<void> {
  const { id, until } = registration;
  const isThere = await trx
    .selectFrom('compliance_items')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('registration_id', '=', id)
    .executeTakeFirst();
  if (until === null && !isThere) return;
  const columns = describeRenewal(registration);
  if (isThere) {
    await trx
      .updateTable('compliance_items')
      .set({ ...columns, updated_at: nextVersion() })
      .where('id', '=', isThere.id)
      .execute();
    return;
  }
  await trx
    .insertInto('compliance_items')
    .values({
      id: randomUUIDv7(),
      workspace_id: workspaceId,
      registration_id: id,
      act_id: await keepOwnAct(trx, workspaceId, ACT),
      sr_no: nextNumber(workspaceId),
      reminder_days: sql`${REMINDER_DAYS}`,
      created_by: userId,
      ...columns,
    })
    .execute();
}

/**
 * Gives renewals that came with a file of a company the words and days that their registrations give them: anything else
 * would be an obligation of the company's own, which its plan counts.
 */
export async function makeRenewals(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const renewals = await trx
    .selectFrom('compliance_items as item')
    .innerJoin('registrations as registration', 'registration.id', 'item.registration_id')
    .select(['item.id', 'item.title', 'item.due_date_description', 'item.due_date', 'item.frequency', 'kind', 'number'])
    .select(['item.state as reach', 'registration.state'])
    .select(['until_day', 'renewal_filed_on', 'removed_at'])
    .where('item.workspace_id', '=', workspaceId)
    .execute();
  for (const { id, kind, number, state, removed_at, ...row } of renewals) {
    // What was removed is renewed no more.
    const dayOf = (day: string | null) => (removed_at === null && day !== null ? parseCalendarDay(day) : null);
    const [until, renewalFiledOn] = [dayOf(row.until_day), dayOf(row.renewal_filed_on)];
    const columns = describeRenewal({ id, kind, number, state, until, renewalFiledOn });
    const { title, due_date, frequency, due_date_description } = row;
    if (isDeepStrictEqual({ title, state: row.reach, due_date, frequency, due_date_description }, columns)) continue;
    await trx.updateTable('compliance_items').set(columns).where('id', '=', id).execute();
  }
}

function describeRenewal({ kind, number, state, until, renewalFiledOn }: Renewable) {
  const title = `Renew ${registrationNoun(kind)} ${number}`;
  const reach = { title, state: state ?? ALL_STATES };
  if (until !== null && renewalFiledOn === null) {
    const due = { due_date: `${renewalDueOn({ kind, state }, until)}`, frequency: 'once' as const };
    return { ...reach, ...due, due_date_description: `Expires on ${formatDay(until)}` };
  }
  const why = renewalFiledOn && until ? `Renewal filed on ${formatDay(renewalFiledOn)}` : 'Does not expire';
  return { ...reach, due_date: null, frequency: 'never' as const, due_date_description: why };
}
