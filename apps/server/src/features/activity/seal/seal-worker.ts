import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { sealRound } from './commands-rounds.ts';

/** Milliseconds between two rounds: what is done is sealed at most a minute later (R-activity-9). */
const PAUSE_MS = 20_000;

/** Milliseconds after which a round leaves the rest to the next one. */
const ROUND_MS = 60_000;

/** The part of an instance that seals the activity; any number of instances may have one. */
export class SealWorker {
  readonly #needs: { readonly db: Kysely<DB>; readonly log: Pick<Logger, 'warn'> };
  #next: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(needs: { readonly db: Kysely<DB>; readonly log: Pick<Logger, 'warn'> }) {
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
    const { db, log } = this.#needs;
    const end = performance.now() + ROUND_MS;
    await sealRound(db, () => this.#stopped || performance.now() > end).catch((error: unknown) =>
      log.warn({ err: error }, 'the activity could not be sealed'),
    );
    if (!this.#stopped) this.#plan(PAUSE_MS);
  }
}
