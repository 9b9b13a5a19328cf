import type { OwnPasskeys, Passkey } from '@anupalan/contract/passkeys';
import type { Config } from '../../config.ts';
import { mustKeepPasskey } from '../../identity/second-factor.ts';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { presentPasskey } from './present.ts';
import { findRelyingParty } from './relying-party.ts';

export const PASSKEY_COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const;

/** A user's passkeys, the oldest first (R-passkeys-4). */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(PASSKEY_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(presentPasskey);
}

/** What the profile shows of a user's passkeys. */
export async function readOwnPasskeys(db: Db, config: Config, { userId, role }: Session): Promise<OwnPasskeys> {
  const { isNamed, origin } = findRelyingParty(config);
  const [passkeys, recoveryCodesLeft] = await Promise.all([listPasskeys(db, userId), countRecoveryCodes(db, userId)]);
  return { passkeys, recoveryCodesLeft, address: isNamed ? origin : null, required: mustKeepPasskey(config, role) };
}

/** Whether a user's second step is a passkey (R-passkeys-1). */
export async function hasPasskeys(db: Db, userId: string): Promise<boolean> {
  return (await countPasskeys(db, userId)) > 0;
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A user's passkeys as the options name them to a browser. */
export async function listCredentials(db: Db, userId: string): Promise<{ id: string; transports: string[] }[]> {
  return await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}
