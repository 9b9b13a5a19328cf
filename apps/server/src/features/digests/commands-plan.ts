import { INDIA, todayInIndia } from '@anupalan/domain/calendar-day';
import { chooseKind, partFor, weekFor } from '@anupalan/domain/telling/digest';
import { EARLIEST_HOUR, LATEST_HOUR } from '@anupalan/domain/telling/preferences';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { eachApart } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { queueWithPushes } from '../devices/commands-queue.ts';
import { startDelivery } from '../messages/commands.ts';
import type { NewMessage } from '../messages/kinds.ts';
import type { CompaniesToTell } from './companies-to-tell.ts';
import { listPeople, type PageOfPeople, readWantedCompanies, type WantedCompany } from './queries-people.ts';

/** People of whom one statement finds out whether they are told now. */
const LOOKED_AT = 2_000;

/** People whose companies are read at once: so many are in memory, however many there are. */
const PAGE = 250;

/** Companies that are read at once, also of few people with many of them. */
const COMPANIES_AT_ONCE = 500;

const MONDAY = 1;

/** Days for which it is known which of their hours were planned. */
const NOTED_DAYS = 7;

type Given = Pick<Services, 'database' | 'jobs' | 'now' | 'log'>;

/**
 * Plans the digests of the hours of today in India that have come and are not planned, so that an hour in which no
 * server ran is made up for as long as its day lasts (R-digests-10). An hour is planned once, and a message made once by
 * its key, whatever instances run and whatever the clock does. An hour that fails keeps no other from being planned, and is
 * tried again (R-digests-13).
 * @throws Error when an hour failed
 */
export async function planDigests(services: Given, companies: CompaniesToTell): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const today = todayInIndia(now);
  const hourNow = now.toZonedDateTimeISO(INDIA).hour;
  const planned = await db.selectFrom('planned_hours').select('hour').where('day', '=', `${today}`).execute();
  const done = new Set(planned.map(({ hour }) => hour));
  const hours = [];
  for (let hour = EARLIEST_HOUR; hour <= Math.min(hourNow, LATEST_HOUR); hour++) if (!done.has(hour)) hours.push(hour);
  const failed = await eachApart(
    hours,
    async (some) => {
      for (const hour of some) {
        if (done.has(hour)) continue;
        await planHour(services, companies, { hour, today });
        await notePlanned(db, { hour, today });
        done.add(hour);
      }
    },
    { log: services.log, doing: 'planning the digests of an hour', name: (hour) => ({ hour }) },
  );
  if (failed.length > 0) throw new Error(`The digests of ${failed.length} hours could not be planned`);
}

/** Notes that an hour is planned, and forgets those of days that are long over. */
async function notePlanned(db: Db, { hour, today }: PlannedHour): Promise<void> {
  const forgotten = today.subtract({ days: NOTED_DAYS });
  await sql`
    with forgotten as (delete from planned_hours where day < ${forgotten.toString()}::date)
    insert into planned_hours (day, hour) values (${today.toString()}::date, ${hour}) on conflict do nothing`.execute(
    db,
  );
}

interface PlannedHour {
  readonly hour: number;
  readonly today: Temporal.PlainDate;
}

async function planHour(services: Given, companies: CompaniesToTell, { hour, today }: PlannedHour): Promise<void> {
  const { database, jobs, now } = services;
  const isMonday = today.dayOfWeek === MONDAY;
  let after: string | null = null;
  do {
    const page: PageOfPeople = await listPeople(database.pool, { hour, today }, { after, limit: LOOKED_AT });
    for (let from = 0; from < page.told.length; from += PAGE) {
      const people = page.told.slice(from, from + PAGE);
      const rows = await planPeople(services, companies, { people, today, isMonday });
      if (rows.length === 0) continue;
      await database.db.transaction().execute(async (trx) => {
        const made = await queueWithPushes(
          trx,
          rows.map((row) => ({ ...row, sendAfter: now() })),
        );
        if (made > 0) await startDelivery(trx, jobs);
      });
    }
    after = page.last;
  } while (after !== null);
}

interface PlannedPeople {
  readonly people: readonly string[];
  readonly today: Temporal.PlainDate;
  readonly isMonday: boolean;
}

type Planned = Omit<NewMessage, 'sendAfter'>;

/** The messages of today of some people: of those alone whom there is something to tell. */
async function planPeople(
  { database, now }: Given,
  companies: CompaniesToTell,
  { people, today, isMonday }: PlannedPeople,
): Promise<Planned[]> {
  const wanted = await readWantedCompanies(database.pool, people);
  const rows: Planned[] = [];
  for (const part of inShares(wanted)) {
    const ids = workspacesOf(part.map(([, its]) => ({ its })));
    const ofDay = await companies.ofDay(ids, today, now());
    const ofWeek = isMonday ? await companies.ofWeek(ids, today) : null;
    for (const [userId, its] of part) {
      const kind = chooseKind(
        its.flatMap(({ workspaceId, kinds }) => {
          const day = ofDay.get(workspaceId);
          return day ? [{ ...partFor(userId, day), kinds }] : [];
        }),
      );
      if (kind) rows.push(messageOf(kind, 'digest', { userId, today }));
      const hasWeek = its.some(({ workspaceId, kinds }) => {
        const week = ofWeek?.get(workspaceId);
        return kinds.monday && week !== undefined && weekFor(userId, week) !== null;
      });
      if (hasWeek) rows.push(messageOf('monday', 'monday', { userId, today }));
    }
  }
  return rows;
}

/** Both mails of a day have one key, so that there is one of them (R-digests-2). */
function messageOf(
  kind: 'digest' | 'escalation' | 'monday',
  name: 'digest' | 'monday',
  { userId, today }: { userId: string; today: Temporal.PlainDate },
): Planned {
  return { userId, workspaceId: null, channel: 'mail', kind, key: `${name}:${userId}:${today}`, about: {} };
}

/** The day in India that a digest or a summary is of, by its key. */
export function dayOfKey(key: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(key.slice(-10));
}

/** People with their companies, so many that not too many companies are read at once. */
export function* inShares(
  wanted: ReadonlyMap<string, readonly WantedCompany[]>,
): Generator<(readonly [string, readonly WantedCompany[]])[]> {
  let share: (readonly [string, readonly WantedCompany[]])[] = [];
  let companies = 0;
  for (const [userId, its] of wanted) {
    if (companies > 0 && companies + its.length > COMPANIES_AT_ONCE) {
      yield share;
      [share, companies] = [[], 0];
    }
    share.push([userId, its]);
    companies += its.length;
  }
  if (share.length > 0) yield share;
}

/** The companies of some people, each once. */
export function workspacesOf(people: readonly { readonly its: readonly WantedCompany[] }[]): WorkspaceId[] {
  return [...new Set(people.flatMap(({ its }) => its.map(({ workspaceId }) => workspaceId)))];
}
