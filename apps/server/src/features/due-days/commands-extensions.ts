import { randomUUIDv7 } from 'node:crypto';
import {
  type Extension,
  type ExtensionReach,
  NAMED_COMPANIES,
  type NewExtension,
} from '@anupalan/contract/due-days/extensions';
import { formatDay, isBefore, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { isOccurrence } from '@anupalan/domain/due-days/exceptions';
import { standingLegalDay } from '@anupalan/domain/due-days/extensions';
import { NO_MOVES } from '@anupalan/domain/due-days/moved-days';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { changeAnnounced } from '../../platform/postgres/announced-change.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordActivity, recordActivityOfAll } from '../activity/commands.ts';
import { type ItemRules, readCatalogueItem } from '../compliance-items/queries-catalogue.ts';
import type { Acting } from '../tracker/commands.ts';
import { NOTHING_OWN, ViewedDays } from '../tracker/item-days.ts';
import { findExtension } from './queries.ts';
import { listReached } from './queries-reach.ts';

/** Days from the nominal day to the new one at most: what is longer is a slip of the keyboard. */
const MOST_DAYS = 366;

/** Says whom an extension would reach (R-due-dates-28). @throws AppError as {@link publishExtension} */
export async function previewExtension(db: Db, form: NewExtension, today: Temporal.PlainDate): Promise<ExtensionReach> {
  const { item, day, legal } = await judge(db, form);
  const names: string[] = [];
  let companies = 0;
  for await (const reached of listReached(db, item, form, today)) {
    companies += reached.length;
    names.push(...reached.map(({ name }) => name));
    names.sort((one, other) => one.localeCompare(other, 'en')).splice(NAMED_COMPANIES);
  }
  return { companies, names, forDate: toIsoMidnight(day), legal: toIsoMidnight(legal) };
}

/**
 * Publishes an extension: one row, by which every company that it covers has another legal day (R-due-dates-28).
 * @returns its id
 * @throws AppError invalid when there is no such item or occurrence, or the day is not after the legal one as it stands;
 * conflict when there is one for these states already.
 */
export function publishExtension(
  services: Services,
  by: Session,
  form: NewExtension,
  today: Temporal.PlainDate,
): Promise<string> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const { item, day, states } = await judge(trx, form);
    const id = randomUUIDv7();
    const { condition, authority, link } = form;
    await trx
      .insertInto('extensions')
      .values({
        ...{ id, compliance_item_id: item.id, day: `${day}`, new_day: form.day.slice(0, 10), states },
        ...{ condition, authority, link, published_by: by.userId },
      })
      .execute();
    const said = { itemId: item.id, day: toIsoMidnight(day), until: form.day };
    await tellAll(trx, { item, states, today }, { what: 'extensions.publish', about: { ...said, name: authority } });
    const details = { ...said, states, condition, authority, link };
    await recordAudit(trx, by, { noun: 'extensions', verb: 'publish', id, details });
    return id;
  });
}

/** Takes an extension back, so that all is as before (R-due-dates-28). @throws AppError not-found; conflict a second time. */
export function takeExtensionBack(
  services: Services,
  by: Session,
  id: string,
  today: Temporal.PlainDate,
): Promise<void> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const extension = await findExtension(trx, id);
    if (!extension) throw extensionNotFound();
    if (extension.takenBackAt !== null) throw new AppError('conflict', 'This extension was taken back already');
    await trx
      .updateTable('extensions')
      .set({ taken_back_at: sql`now()`, taken_back_by: by.userId })
      .where('id', '=', id)
      .execute();
    const { itemId, states } = extension;
    const item = await readCatalogueItem(trx, 'premium', { itemId, owner: null });
    const said = { itemId, day: extension.forDate, until: extension.day, name: extension.authority };
    if (item) await tellAll(trx, { item, states, today }, { what: 'extensions.take-back', about: said });
    await recordAudit(trx, by, {
      noun: 'extensions',
      verb: 'take-back',
      id,
      details: { itemId, day: extension.forDate },
    });
  });
}

/**
 * Says that the company meets the condition of an extension (R-due-dates-29); a second time changes nothing.
 * @throws AppError not-found when it was taken back meanwhile.
 */
export async function meetExtension(
  db: Kysely<DB>,
  { view, by }: Acting,
  { _id: id, itemId, forDate, day }: Extension,
): Promise<void> {
  const { workspaceId } = view;
  await db.transaction().execute(async (trx) => {
    // Who takes it back meanwhile waits, or is waited for.
    const live = await sql`select from extensions where id = ${id} and taken_back_at is null for key share`.execute(
      trx,
    );
    if (live.rows.length === 0) throw extensionNotFound();
    const said = await trx
      .insertInto('met_extensions')
      .values({ workspace_id: workspaceId, extension_id: id, met_by: by.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('extension_id')
      .executeTakeFirst();
    if (!said) return;
    const about = { itemId, day: forDate, until: day };
    await recordActivity(trx, { ...by, workspaceId }, { what: 'extensions.meet', about });
  });
}

export function extensionNotFound(): AppError {
  return new AppError('not-found', 'Extension not found');
}

/** What an extension is about, once it is known that it may be published. */
async function judge(db: Db, form: NewExtension) {
  const item = await readCatalogueItem(db, 'premium', { itemId: form.itemId, owner: null });
  if (!item || item.hasEnded) throw fault('itemId', 'Please select an obligation');
  const days = new ViewedDays(item.id, { item: item.days, own: NOTHING_OWN }, null);
  const { first, frequency } = item.days.schedule;
  const day = Temporal.PlainDate.from(days.nominalDayOf(form.forDate).slice(0, 10));
  if (first === null || !isOccurrence(first, frequency, day)) throw fault('forDate', 'Nothing falls due on this day');
  const states = [...new Set(form.states)].sort();
  const outside = item.rule.state !== '-' && states.some((state) => state !== item.rule.state);
  if (outside) throw fault('states', `This obligation is for ${item.rule.state} alone`);
  const newDay = Temporal.PlainDate.from(form.day.slice(0, 10));
  const { extensions, rules } = item.days;
  const isSame = extensions.some((one) => one.day.equals(day) && String([...one.states].sort()) === String(states));
  if (isSame) throw new AppError('conflict', 'There is an extension for this already. Take it back first.');
  const legal = standingLegalDay(day, states, { ...NO_MOVES, ...rules }, extensions);
  if (!isBefore(legal, newDay)) throw fault('day', `The new day must be after ${formatDay(legal)}, the legal day now`);
  if (isBefore(day.add({ days: MOST_DAYS }), newDay)) throw fault('day', 'The new day is more than a year later');
  return { item, day, states, legal };
}

function fault(field: string, message: string): AppError {
  return new AppError('invalid', message, { faults: { [field]: message } });
}

/** Writes into the activity of every company that is covered, some thousands by a statement. */
async function tellAll(
  trx: Transaction<DB>,
  { item, states, today }: { item: ItemRules; states: Extension['states']; today: Temporal.PlainDate },
  told: Parameters<typeof recordActivityOfAll>[2],
): Promise<void> {
  for await (const reached of listReached(trx, item, { states }, today)) {
    await recordActivityOfAll(
      trx,
      reached.map(({ workspaceId }) => workspaceId),
      told,
    );
  }
}
