import { can } from '@anupalan/domain/permissions';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { PACE, type Pace } from '../../platform/files/pace.ts';
import { RateLimit } from '../../platform/http/rate-limits.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { readRoomFor } from '../companies/commands-own.ts';
import { hasNothingRecorded, tookInLately } from './queries.ts';

/**
 * Companies that come into an instance at a time, in all and on the free plan: each lies in the store and on the disk
 * while it does, and whoever signs up must not hold all places.
 */
const AT_A_TIME = { inAll: 4, free: 2 } as const;

/** Companies that a person sends in 24 hours, by plan: each is sent twice, and a firm brings those of its clients. */
const A_DAY = { free: 10, premium: 200 } as const;

/** Bytes that come in the time of any form. */
const USUAL_BYTES = 25_000_000;

/** Whether a caller is on the free plan, themselves and as the company of the call. */
export function isOnFree({ role, plan }: Session): boolean {
  return role !== 'premium' && plan !== 'premium';
}

/** How fast a company has to come: what has more time than any form comes by a line of 1 Mbit/s (R-company-files-6). */
export function paceOf(bytes: number, totalMs: number): Pace {
  return bytes <= USUAL_BYTES ? PACE : { totalMs, windowMs: 60_000, leastBytes: 7_500_000 };
}

/** Lets companies begin to come in, before anything of them is received (R-company-files-6). */
export class TakingsIn {
  readonly #database: Database;
  readonly #limits: Readonly<Record<keyof typeof A_DAY, RateLimit>>;
  /** Who sends one, and whether on the free plan. */
  readonly #people = new Map<string, boolean>();

  constructor(database: Database) {
    this.#database = database;
    const limit = (name: string, points: number) => new RateLimit(database.pool, { name, points, seconds: 24 * 3_600 });
    this.#limits = {
      free: limit('company-files-free', A_DAY.free),
      premium: limit('company-files-person', A_DAY.premium),
    };
  }

  /**
   * @returns what says that it is over
   * @throws AppError conflict where the caller has no room for a company and none to fill; too-many, unavailable
   */
  async begin(session: Session): Promise<() => void> {
    const { userId } = session;
    const isFree = isOnFree(session);
    if (this.#people.has(userId)) throw busy('too-many', 'A company of yours is on its way already');
    const free = [...this.#people.values()].filter(Boolean).length;
    if (this.#people.size >= AT_A_TIME.inAll || (isFree && free >= AT_A_TIME.free)) {
      throw busy('unavailable', 'Several companies are being brought in');
    }
    const leave = () => this.#people.delete(userId);
    this.#people.set(userId, isFree);
    try {
      await this.#requireAnyRoom(session);
      await this.#limits[isFree ? 'free' : 'premium'].spend(userId);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  async #requireAnyRoom(session: Session): Promise<void> {
    const { db } = this.#database;
    const noRoom = (await readRoomFor(db, session.userId))(0);
    if (noRoom === null) return;
    const mayFill = session.companyId !== null && can(actorOf(session), 'company-files.make');
    if (mayFill && (await hasNothingRecorded(db, session.workspaceId))) return;
    // What took the last room may be this very file (R-company-files-6).
    if (!(await tookInLately(db, session.userId))) throw new AppError('conflict', noRoom);
  }
}

function busy(code: 'too-many' | 'unavailable', reason: string): AppError {
  return new AppError(code, `${reason}. Please try again in some minutes.`, { retryAfter: 60 });
}
