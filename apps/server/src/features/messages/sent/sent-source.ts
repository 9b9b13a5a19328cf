import type { Sent, SentFailure, SentQueue } from '@anupalan/contract/telling/sent';
import type { Session } from '../../../identity/sessions.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/**
 * A feature that sends something to people, and can say what went out; `compose.ts` names them all. Lists are newest
 * first and have at most `limit` entries.
 */
export interface SentSource {
  /** What went out to the caller about the company of the session, or about several or none (R-messages-14). */
  listSent(db: Db, session: Session, limit: number): Promise<Sent[]>;
  /** How its channels stand (R-messages-16). */
  readQueues(db: Db, now: Temporal.Instant): Promise<SentQueue[]>;
  /** What was refused or failed, of anybody. */
  listFailures(db: Db, limit: number): Promise<SentFailure[]>;
}

/** Something that went out as what did not: its person by their id alone, and the answer that it got. */
export function toFailure(
  { _id, channel, what, at, outcome }: Sent,
  answered: Pick<SentFailure, 'userId' | 'error'>,
): SentFailure {
  return { _id, channel, what, at, outcome, ...answered };
}

/** How often something was tried, in words. */
export function countTries(tries: number): string {
  return tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`;
}
