import { randomUUIDv7 } from 'node:crypto';
import { type Holiday, MAX_HOLIDAYS, type NewHoliday } from '@anupalan/contract/due-days/holidays';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { violatedUniqueKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordActivity } from '../activity/commands.ts';
import { lockWorkspace } from '../compliance-items/own/commands.ts';
import type { Acting } from '../tracker/commands.ts';
import { countHolidays } from './queries.ts';

/**
 * Adds a holiday of the company's own (R-due-dates-31).
 * @throws AppError conflict when the day is one already, or the company has as many as it may.
 */
export function addHoliday(db: Kysely<DB>, { view, by }: Acting, { day, name }: NewHoliday): Promise<Holiday> {
  const { workspaceId } = view;
  return db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId);
    if ((await countHolidays(trx, workspaceId)) >= MAX_HOLIDAYS) {
      throw new AppError('conflict', `There can be at most ${MAX_HOLIDAYS} holidays. Remove one first.`);
    }
    const id = randomUUIDv7();
    await trx
      .insertInto('holidays')
      .values({ workspace_id: workspaceId, id, day: day.slice(0, 10), name })
      .execute()
      .catch(explainSameDay);
    await recordActivity(trx, { ...by, workspaceId }, { what: 'holidays.create', about: { day, name } });
    return { _id: id, day, name };
  });
}

/** Removes a holiday. @throws AppError not-found */
export async function removeHoliday(db: Kysely<DB>, { view, by }: Acting, id: string): Promise<void> {
  const { workspaceId } = view;
  await db.transaction().execute(async (trx) => {
    const { day, name } = await trx
      .deleteFrom('holidays')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(['day', 'name'])
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'Holiday not found'));
    const about = { day: `${day}T00:00:00.000Z`, name };
    await recordActivity(trx, { ...by, workspaceId }, { what: 'holidays.delete', about });
  });
}

function explainSameDay(error: unknown): never {
  if (violatedUniqueKey(error) !== 'holidays_one_a_day') throw error;
  throw new AppError('conflict', 'This day is a holiday already', { cause: error });
}
