import { sql } from 'kysely';
import { messageOutcomes } from '../../platform/metrics/registry.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Services } from '../../services.ts';
import { noteOutcomes, type Outcome } from '../messages/commands-note.ts';
import { giveBackMessages, type TakenMessage, takeMessages } from '../messages/commands-take.ts';
import { countPushes } from './count-pushes.ts';
import type { PushKind } from './push-kinds.ts';
import { type Push, type PushAnswer, type PushOutcome, type PushTarget, sendPush } from './send-push.ts';
import { readVapidKeys, type VapidKeys } from './vapid-keys.ts';

/** Pushes that are taken at once, and sent side by side. */
const BATCH = 100;
const AT_ONCE = 20;

/** Seconds for which a worker has what it took to itself: more than it takes to send all of it. */
const TAKEN_SECONDS = 5 * 60;

/** Tries of a push: it is about one day, so it isn't tried on the next one. */
const MOST_TRIES = 8;

type Given = Pick<Services, 'database' | 'outbound' | 'config' | 'log' | 'now'>;

interface DeviceRow extends PushTarget {
  readonly id: string;
  readonly user_id: string;
  readonly used_at: Date | null;
}

/**
 * Sends the pushes that are due, each at least once (R-webhooks-16): to all devices of its person, of which those go that
 * their push service no longer knows. What `isStopping` kept from being begun is due again. @returns whether there may
 * be more
 */
export async function deliverPushes(
  services: Given,
  kinds: readonly PushKind[],
  isStopping = () => false,
): Promise<boolean> {
  const { database, now, log } = services;
  const { db } = database;
  const taken = await takeMessages(db, {
    channel: 'push',
    kinds: kinds.map(({ kind }) => kind),
    now: now(),
    limit: BATCH,
    takenSeconds: TAKEN_SECONDS,
  });
  if (taken.length === 0) return false;
  const untouched = new Set(taken.map(({ id }) => id));
  try {
    const counts = await countPushes(kinds, taken, { now: now(), log });
    const devices = await readTargets(
      db,
      taken.map(({ userId }) => userId),
    );
    const keys = await readVapidKeys(db);
    const queue = taken.values();
    const became: Became[] = [];
    const work = async () => {
      for (const message of queue) {
        if (isStopping()) return;
        untouched.delete(message.id);
        const due = { message, count: counts.get(message.id) ?? 0, devices: devices.get(message.userId) ?? [] };
        became.push(await deliver(services, keys, due));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await note(db, became, now());
  } finally {
    if (untouched.size > 0) await giveBackMessages(db, [...untouched]);
  }
  return taken.length === BATCH;
}

async function readTargets(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, DeviceRow[]>> {
  const { rows } = await sql<DeviceRow>`
    select id, user_id, endpoint, p256dh, auth, used_at from devices where user_id = any(${userIds}::uuid[])`.execute(
    db,
  );
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

interface Due {
  readonly message: TakenMessage;
  readonly count: number | 'not-counted';
  readonly devices: readonly DeviceRow[];
}

/** What became of a message, and of the push to each device. */
interface Became {
  readonly outcome: Outcome;
  readonly pushes: readonly (PushAnswer & { readonly device: string })[];
}

/**
 * Sends a message to all devices that didn't take it before. It never throws: one that can't be sent is tried again, and
 * keeps up no other.
 */
async function deliver({ outbound, config, log, now }: Given, keys: VapidKeys, due: Due): Promise<Became> {
  const { message, count, devices } = due;
  const skip = skipped(due);
  if (skip) return { outcome: { id: message.id, state: 'skipped', error: skip }, pushes: [] };
  if (count === 'not-counted') return { outcome: delay(due, count, now()), pushes: [] };
  try {
    const push = writePush(message, count);
    const way = { outbound, keys, supportEmail: config.supportEmail, log };
    const left = devices.filter((device) => !hasTaken(device, message));
    const pushes = await Promise.all(
      left.map(async (device) => ({ device: device.id, ...(await sendPush(way, device, push)) })),
    );
    return { outcome: judge(due, { push, pushes, now: now() }), pushes };
  } catch (error) {
    log.error({ err: error, message: message.id }, 'a push could not be sent');
    return { outcome: delay(due, 'not-written', now()), pushes: [] };
  }
}

function skipped({ message: { leftOut }, count, devices }: Due) {
  if (leftOut !== null) return leftOut;
  if (count === 0) return 'nothing-left';
  return devices.length === 0 ? 'no-device' : null;
}

/** Whether a device took a message that is tried again because of another one: it takes one a day. */
function hasTaken({ used_at }: DeviceRow, { tries, madeAt }: TakenMessage): boolean {
  return tries > 1 && used_at !== null && used_at.getTime() >= madeAt.epochMilliseconds;
}

interface Sent {
  readonly push: Push;
  /** What came of it on the devices that didn't take it before. */
  readonly pushes: readonly PushAnswer[];
  readonly now: Temporal.Instant;
}

function judge(due: Due, { push, pushes, now }: Sent): Outcome {
  const { message, devices } = due;
  const { id, tries } = message;
  const outcomes = pushes.map(({ outcome }) => outcome);
  const taken = devices.length - pushes.length + outcomes.filter((outcome) => outcome === 'taken').length;
  if (outcomes.includes('later') && tries < MOST_TRIES) {
    return delay(due, NOT_TAKEN, now, Math.max(...pushes.map(({ retryAfter }) => retryAfter ?? 0)));
  }
  if (taken > 0) return { id, state: 'sent', subject: push.title, address: describe(taken) };
  if (outcomes.every((outcome) => outcome === 'gone')) return { id, state: 'skipped', error: 'no-device' };
  return { id, state: 'failed', address: describe(devices.length), error: NOT_TAKEN };
}

const NOT_TAKEN = 'a push service did not take it';

/**
 * A push that is tried again after a pause that grows with its tries, and not before a push service asked for it; or that
 * has failed after too many of them.
 */
function delay(
  { message: { id, tries }, devices }: Due,
  error: string,
  now: Temporal.Instant,
  atLeastSeconds = 0,
): Outcome {
  if (tries >= MOST_TRIES) return { id, state: 'failed', address: describe(devices.length), error };
  const seconds = Math.ceil(Math.max(2 ** tries * 60, atLeastSeconds));
  return { id, state: 'waiting', error, sendAfter: now.add({ seconds }) };
}

function describe(devices: number): string {
  return devices === 1 ? '1 device' : `${devices} devices`;
}

/** How many things are due and nothing else: the screen of a device that is locked shows it (R-webhooks-17). */
function writePush({ id }: TakenMessage, count: number): Push {
  const what = count === 1 ? '1 obligation needs' : `${count.toLocaleString('en-IN')} obligations need`;
  return { title: `${what} attention`, body: 'Open Anupalan to see what is due.', tag: id, path: '/dashboard' };
}

/** Notes what became of a batch, the messages first: a device that is gone is found again, a push isn't to be. */
async function note(db: Db, became: readonly Became[], now: Temporal.Instant): Promise<void> {
  const outcomes = became.map(({ outcome }) => outcome);
  await noteOutcomes(db, outcomes, now);
  for (const { state } of outcomes) messageOutcomes.inc({ channel: 'push', outcome: state });
  const pushes = became.flatMap((one) => one.pushes);
  const devicesThat = (wanted: PushOutcome) =>
    pushes.filter(({ outcome }) => outcome === wanted).map(({ device }) => device);
  const [gone, reached] = [devicesThat('gone'), devicesThat('taken')];
  if (gone.length > 0) await sql`delete from devices where id = any(${gone}::uuid[])`.execute(db);
  if (reached.length > 0) await sql`update devices set used_at = now() where id = any(${reached}::uuid[])`.execute(db);
}
