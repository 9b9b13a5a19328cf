import { ECDH, randomUUIDv7 } from 'node:crypto';
import { type Device, MAX_DEVICES, type NewDevice, NO_SUBSCRIPTION } from '@anupalan/contract/telling/devices';
import { type Kysely, sql } from 'kysely';
import { waitAside } from '../../platform/admission/admit-calls.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { holdPeople } from '../members/commands-hold.ts';
import { readDevices } from './queries.ts';

const NOT_REACHABLE = 'This browser named a push service that cannot be reached from here';

interface Needs {
  readonly db: Kysely<DB>;
  readonly outbound: Pick<Outbound, 'isAllowed'>;
}

/**
 * Adds the browser that calls to a person's devices, or renews it. One that was somebody else's is this person's from
 * now on, as its user is (R-webhooks-15).
 * @throws AppError invalid when the address of the push service is not public or the key is none; conflict for another browser's address,
 * and when there are as many devices as there may be.
 */
export async function addDevice(
  { db, outbound }: Needs,
  { userId, name }: { userId: string; name: string },
  { endpoint, keys }: NewDevice,
): Promise<Device> {
  if (!(await waitAside(() => outbound.isAllowed(endpoint)))) throw new AppError('invalid', NOT_REACHABLE);
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  if (!isPoint(p256dh)) throw new AppError('invalid', NO_SUBSCRIPTION);
  const auth = Buffer.from(keys.auth, 'base64url');
  return db.transaction().execute(async (trx) => {
    await holdPeople(trx, [userId]);
    const { rows } = await sql<{ id: string }>`
      insert into devices as device (id, user_id, endpoint, p256dh, auth, name)
      values (${randomUUIDv7()}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${name})
      on conflict (endpoint) do update set user_id = excluded.user_id, name = excluded.name
        where device.p256dh = excluded.p256dh and device.auth = excluded.auth
      returning id`.execute(trx);
    const devices = await readDevices(trx, userId);
    const added = devices.find(({ _id }) => _id === rows[0]?.id);
    if (!added) throw new AppError('conflict', 'This address belongs to another browser');
    if (devices.length > MAX_DEVICES) throw new AppError('conflict', FULL);
    return added;
  });
}

/** Whether bytes are an uncompressed point of the curve that pushes are encrypted on (RFC 8291). */
function isPoint(bytes: Buffer): boolean {
  try {
    return bytes.equals(Buffer.from(ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed')));
  } catch {
    return false;
  }
}

const FULL = `Pushes can go to at most ${MAX_DEVICES} devices. Remove one first.`;

/** @throws AppError not-found, also for somebody else's */
export async function removeDevice(db: Kysely<DB>, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not-found', 'Device not found');
}
