import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { sealingStuckSeconds } from '../../../platform/metrics/registry.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { sealRound } from './commands-rounds.ts';

/** Milliseconds between two rounds: what is done is sealed at most a minute later (R-activity-9). */
const PAUSE_MS = 20_000;

/** Milliseconds after which a round leaves the rest to the next one. */
const ROUND_MS = 60_000;

/** Milliseconds without a seal, though something waits, after which that is an alarm, and again after so many. */
const ALARM_MS = 5 * 60_000;

interface Needs {
  readonly db: Kysely<DB>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Milliseconds of a clock that runs forward. */
  readonly clock?: () => number;
  /** Milliseconds between two rounds. */
  readonly pauseMs?: number;
}

/** The part of an instance that seals the activity; any number of instances may have one. */
export class SealWorker {
  readonly #needs: Needs;
  #next: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Since when nothing could be sealed though something waits, and when that was said; by a clock that runs forward. */
  #stuck: { readonly since: number; said: number } | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#plan(0);
  }

  /** Stops, after the batch that is being sealed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#next);
    await this.#round;
  }

  #plan(ms: number): void {
    this.#next = setTimeout(() => {
      this.#round = this.#seal();
    }, ms);
  }

  /** What fails is done again by the next round. */
  async #seal(): Promise<void> {
    const { db, log, clock = () => performance.now(), pauseMs = PAUSE_MS } = this.#needs;
    const end = performance.now() + ROUND_MS;
    try {
      const { sealed, isWhole, waits, leftOut } = await sealRound(db, () => this.#stopped || performance.now() > end);
      for (const { workspaceId, err } of leftOut) {
        log.error({ err, workspaceId }, 'a company could not be sealed, and the others are sealed without it');
      }
      this.#watch(sealed > 0 || (isWhole && !waits), clock());
    } catch (error) {
      log.warn({ err: error }, 'the activity could not be sealed');
      this.#watch(false, clock());
    }
    if (!this.#stopped) this.#plan(pauseMs);
  }

  /** Raises an alarm when nothing could be sealed for some minutes, though something waits (R-activity-18). */
  #watch(goesOn: boolean, now: number): void {
    if (goesOn) this.#stuck = null;
    else this.#stuck ??= { since: now, said: now };
    const since = this.#stuck?.since ?? now;
    sealingStuckSeconds.set((now - since) / 1_000);
    if (!this.#stuck || now - this.#stuck.said < ALARM_MS) return;
    this.#stuck.said = now;
    const minutes = Math.round((now - since) / 60_000);
    this.#needs.log.error({ minutes }, 'nothing could be sealed for minutes, though events wait');
  }
}
