import { randomBytes } from 'node:crypto';
import type { Db } from '../postgres/database.ts';

/** 256 bits, as of a token. */
const KEY_BYTES = 32;

/**
 * Reads a secret that this installation keeps with its data, the same for all instances; the first that asks makes it.
 * @param name of what it is for, so that each has its own.
 * @param make bytes of another form than 32 random ones.
 */
export async function readInstanceKey(
  db: Db,
  name: string,
  make: () => Buffer = () => randomBytes(KEY_BYTES),
): Promise<Buffer> {
  const find = () => db.selectFrom('instance_keys').select('secret').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known.secret;
  await db
    .insertInto('instance_keys')
    .values({ name, secret: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await find())?.secret ?? Promise.reject(new Error(`There is no key ${name}`));
}
