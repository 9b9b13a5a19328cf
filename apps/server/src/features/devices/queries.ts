import type { Device } from '@anupalan/contract/telling/devices';
import type { Db } from '../../platform/postgres/database.ts';

/** The devices that a person's pushes go to, the oldest first. */
export async function readDevices(db: Db, userId: string): Promise<Device[]> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at, used_at }) => ({
    _id: id,
    name,
    createdAt: created_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  }));
}
