import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { Services } from '../../services.ts';
import { noteOutcomes, type Outcome } from '../messages/commands-note.ts';
import { type TakenMessage, takeMessages } from '../messages/commands-take.ts';
import type { PushKind } from './push-kinds.ts';
import { type Push, type PushOutcome, type PushTarget, sendPush } from './send-push.ts';
import { readVapidKeys, type VapidKeys } from './vapid-keys.ts';

/** Pushes that are taken at once, and sent side by side. */
const BATCH = 100;
const AT_ONCE = 20;

/** Seconds for which a worker has what it took to itself: more than it takes to send all of it. */
const TAKEN_SECONDS = 5 * 60;

/** Tries of a push: it is about one day, so it isn't tried on the next one. */
const MOST_TRIES = 8;

type Given = Pick<Services, 'database' | 'outbound' | 'config' | 'now'>;

interface DeviceRow extends PushTarget {
  readonly id: string;
  readonly user_id: string;
}

/**
 * Sends the pushes that are due, each at least once (R-webhooks-16): to all devices of its person, of which those go that
 * their push service no longer knows. @returns whether there may be more
 */
export async function deliverPushes(services: Given, kinds: readonly PushKind[]): Promise<boolean> {
  const { database, now } = services;
  const { db } = database;
  const taken = await takeMessages(db, {
    channel: 'push',
    kinds: kinds.map(({ kind }) => kind),
    now: now(),
    limit: BATCH,
    takenSeconds: TAKEN_SECONDS,
  });
  if (taken.length === 0) return false;
  const counts = await countAll(kinds, taken, now());
  const devices = await readTargets(
    db,
    taken.map(({ userId }) => userId),
  );
  const keys = await readVapidKeys(db);
  const queue = taken.values();
  const work = async () => {
    for (const message of queue) {
      const outcome = await deliver(services, keys, {
        message,
        count: counts.get(message.id) ?? 0,
        devices: devices.get(message.userId) ?? [],
      });
      await noteOutcomes(db, [outcome], now());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return taken.length === BATCH;
}

async function countAll(
  kinds: readonly PushKind[],
  taken: readonly TakenMessage[],
  now: Temporal.Instant,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { kind, count } of kinds) {
    const ofKind = taken.filter((message) => message.kind === kind && message.leftOut === null);
    if (ofKind.length === 0) continue;
    for (const [id, counted] of await count(ofKind, now)) counts.set(id, counted);
  }
  return counts;
}

async function readTargets(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, DeviceRow[]>> {
  const { rows } = await sql<DeviceRow>`
    select id, user_id, endpoint, p256dh, auth from devices where user_id = any(${userIds}::uuid[])`.execute(db);
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

interface Due {
  readonly message: TakenMessage;
  readonly count: number;
  readonly devices: readonly DeviceRow[];
}

async function deliver(
  { database: { db }, outbound, config, now }: Given,
  keys: VapidKeys,
  { message, count, devices }: Due,
): Promise<Outcome> {
  const { id, tries, leftOut } = message;
  if (leftOut !== null) return { id, state: 'skipped', error: leftOut };
  if (count === 0) return { id, state: 'skipped', error: 'nothing-left' };
  if (devices.length === 0) return { id, state: 'skipped', error: 'no-device' };
  const push = writePush(message, count);
  const way = { outbound, keys, supportEmail: config.supportEmail };
  const outcomes: PushOutcome[] = await Promise.all(
    devices.map(async (device) => {
      const outcome = await sendPush(way, device, push);
      await noteDevice(db, device, outcome);
      return outcome;
    }),
  );
  if (outcomes.includes('taken')) return { id, state: 'sent', subject: push.title, address: describe(outcomes) };
  if (outcomes.every((outcome) => outcome === 'gone')) return { id, state: 'skipped', error: 'no-device' };
  if (outcomes.includes('later') && tries < MOST_TRIES) {
    return { id, state: 'waiting', error: 'no push service took it', sendAfter: now().add({ minutes: 2 ** tries }) };
  }
  return { id, state: 'failed', address: describe(outcomes), error: 'no push service took it' };
}

function describe({ length }: readonly PushOutcome[]): string {
  return length === 1 ? '1 device' : `${length} devices`;
}

/** How many things are due and nothing else: the screen of a device that is locked shows it (R-webhooks-17). */
function writePush({ id }: TakenMessage, count: number): Push {
  const what = count === 1 ? '1 obligation needs' : `${count.toLocaleString('en-IN')} obligations need`;
  return { title: `${what} attention`, body: 'Open Anupalan to see what is due.', tag: id, path: '/dashboard' };
}

async function noteDevice(db: Db, { id }: DeviceRow, outcome: PushOutcome): Promise<void> {
  if (outcome === 'gone') await db.deleteFrom('devices').where('id', '=', id).execute();
  if (outcome !== 'taken') return;
  await db.updateTable('devices').set({ used_at: sql<Date>`now()` }).where('id', '=', id).execute();
}
