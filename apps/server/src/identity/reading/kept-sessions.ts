import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Session } from '../sessions.ts';

/** Sessions that are kept on an instance, at most: some 20 MB. */
const MOST_KEPT = 20_000;

/** The time they are kept at most, used or not: what was erased isn't in memory for long (R-users-22). */
const KEPT_FOR_MS = 24 * 3_600_000;

/** A session without what passes with time, by the version of its person. */
export interface KeptSession {
  readonly version: string;
  readonly session: Omit<Session, 'fresh'>;
}

/**
 * What the sessions of a database say of their people, by the digests of tokens and the companies that calls name. It is
 * used by who has just read the session itself, and its person's version, which every change of what is here changes in
 * the same transaction (migration 0067): so no instance has to be told of anything.
 */
export class KeptSessions {
  static readonly #ofPool = new WeakMap<Pool, KeptSessions>();

  /** The ones of a database: all calls share them. */
  static of(pool: Pool): KeptSessions {
    const known = KeptSessions.#ofPool.get(pool) ?? new KeptSessions();
    KeptSessions.#ofPool.set(pool, known);
    return known;
  }

  readonly #sessions = new LRUCache<string, KeptSession>({ max: MOST_KEPT, ttl: KEPT_FOR_MS, ttlAutopurge: true });

  /** The key of a token's digest, and of the company that a call names. */
  keyOf(digest: string, company: string | null): string {
    return `${digest}${company ?? ''}`;
  }

  find(key: string): KeptSession | undefined {
    return this.#sessions.get(key);
  }

  keep(key: string, session: KeptSession): void {
    this.#sessions.set(key, session);
  }

  forget(key: string): void {
    this.#sessions.delete(key);
  }
}
