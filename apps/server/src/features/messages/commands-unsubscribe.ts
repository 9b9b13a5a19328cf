import { NOT_VALID } from '@anupalan/contract/telling/unsubscribe';
import type { ChosenKind } from '@anupalan/domain/telling/preferences';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { switchKind } from './commands-preferences.ts';
import { isToldAnywhere } from './queries-preferences.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

const OUT_OF_DATE = 'This link is out of date. Sign in and choose under Mail and reminders.';

/** What an unsubscribe link was mailed for. */
interface Link {
  readonly userId: string;
  readonly kind: ChosenKind;
}

interface Using {
  readonly tokens: UnsubscribeTokens;
  readonly token: string;
  readonly now: Temporal.Instant;
}

/**
 * Whether a person is told what an unsubscribe link is about; nothing changes (R-messages-10).
 * @throws AppError as `findLink`
 */
export async function previewLink(db: Db, using: Using): Promise<{ kind: ChosenKind; on: boolean }> {
  const { userId, kind } = await findLink(db, using);
  return { kind, on: await isToldAnywhere(db, userId, kind) };
}

/**
 * Switches what an unsubscribe link is about off, or on again; a second time changes nothing (R-messages-10).
 * @throws AppError as `findLink`
 */
export async function useLink(
  db: Kysely<DB>,
  { on, ...using }: Using & { on: boolean },
): Promise<{ kind: ChosenKind; on: boolean }> {
  const { userId, kind } = await findLink(db, using);
  await switchKind(db, { userId, kind, on });
  return { kind, on };
}

/**
 * The person and the kind of a link.
 * @throws AppError invalid for a token that isn't ours, or of somebody who is gone or has another address now, all with
 * one message; and for one whose time is over.
 */
async function findLink(db: Db, { tokens, token, now }: Using): Promise<Link> {
  const claimed = tokens.read(token);
  const person =
    claimed &&
    (await db
      .selectFrom('users')
      .select('primary_email')
      .where('id', '=', claimed.userId)
      .where('status', '<>', 'pending')
      .executeTakeFirst());
  if (!claimed || !person || !claimed.isFor(person.primary_email)) throw new AppError('invalid', NOT_VALID);
  if (Temporal.Instant.compare(now, claimed.until) >= 0) throw new AppError('invalid', OUT_OF_DATE);
  return { userId: claimed.userId, kind: claimed.kind };
}
