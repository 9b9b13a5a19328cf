import { sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DatabaseListener } from '../../platform/postgres/database-listener.ts';
import { callWebhook, claimWebhooks, type Needs } from './commands-deliver.ts';
import { findHappenings } from './commands-find.ts';
import { WEBHOOKS_CHANNEL } from './webhooks-channel.ts';

/** Milliseconds between two looks at all webhooks, should announcements not come through. */
const LOOK_MS = 30_000;

/** Milliseconds in which announcements of changes are gathered. */
const GATHER_MS = 300;

/** Calls that one instance makes at once, by the pace of their addresses. */
const AT_ONCE = { quick: 24, slow: 24 };

type Pace = keyof typeof AT_ONCE;

const PACES: readonly Pace[] = ['quick', 'slow'];

/** What is read of an announcement of a change (migration 0009). */
const Announcement = z.object({ workspace: z.string() });

interface WorkerNeeds extends Needs {
  readonly listener: Pick<DatabaseListener, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * The part of an instance that finds what webhooks are told and calls them (R-webhooks-10). Any number of instances may
 * have one; what they share is in the database.
 */
export class WebhookWorker {
  readonly #needs: WorkerNeeds;
  readonly #subscriptions: (() => void)[];
  /** The workspaces that have webhooks, as of the last look. */
  #watched: ReadonlySet<string> = new Set();
  #woken = new Set<string>();
  readonly #calling: Record<Pace, Set<Promise<void>>> = { quick: new Set(), slow: new Set() };
  #gathering: NodeJS.Timeout | undefined;
  #next: NodeJS.Timeout | undefined;
  #due: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(needs: WorkerNeeds) {
    this.#needs = needs;
    this.#subscriptions = [
      needs.listener.subscribe('live', (payload) => this.#hear(payload)),
      needs.listener.subscribe(WEBHOOKS_CHANNEL, (workspace) => this.#wake(workspace ?? '')),
    ];
    this.#lookSoon(0);
  }

  /** Stops, after the calls that are being made. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    clearTimeout(this.#gathering);
    clearTimeout(this.#next);
    clearTimeout(this.#due);
    await this.#looking;
    await Promise.all(PACES.flatMap((pace) => [...this.#calling[pace]]));
  }

  #hear(payload: string | null): void {
    if (payload === null || this.#watched.size === 0) return;
    const announced = Announcement.safeParse(JSON.parse(payload));
    if (announced.success && this.#watched.has(announced.data.workspace)) this.#wake(announced.data.workspace);
  }

  #wake(workspace: string): void {
    if (workspace !== '') this.#woken.add(workspace);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const woken = [...this.#woken];
      this.#woken = new Set();
      this.#run(() => this.#find(woken));
    }, GATHER_MS);
  }

  #lookSoon(ms: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#next);
    this.#next = setTimeout(() => {
      this.#run(() => this.#look());
      this.#lookSoon(LOOK_MS);
    }, ms);
  }

  /** Does one thing after the other; what fails is done again at the next look. */
  #run(work: () => Promise<void>): void {
    this.#looking = this.#looking.then(async () => {
      if (this.#stopped) return;
      await work().catch((error: unknown) =>
        this.#needs.log.warn({ err: error }, 'webhooks could not be looked after'),
      );
    });
  }

  /** Looks at everything. */
  async #look(): Promise<void> {
    const { db } = this.#needs;
    const { rows } = await sql<{ id: string }>`
      select distinct workspace_id as id from webhooks where off_at is null`.execute(db);
    this.#watched = new Set(rows.map(({ id }) => id));
    if (rows.length > 0) await findHappenings(db, 'all');
    await this.#callDue();
  }

  async #find(workspaceIds: readonly string[]): Promise<void> {
    this.#watched = new Set([...this.#watched, ...workspaceIds]);
    await findHappenings(this.#needs.db, workspaceIds);
    await this.#callDue();
  }

  /** Begins as many calls as there is room for. */
  async #callDue(): Promise<void> {
    for (const pace of PACES) {
      const calling = this.#calling[pace];
      const room = AT_ONCE[pace] - calling.size;
      if (room === 0) continue;
      for (const webhook of await claimWebhooks(this.#needs.db, pace, room)) {
        const call = callWebhook(this.#needs, webhook).catch((error: unknown) => {
          this.#needs.log.warn({ err: error }, 'a call of a webhook could not be noted');
        });
        calling.add(call);
        call.finally(() => {
          calling.delete(call);
          this.#run(() => this.#callDue());
        });
      }
    }
    await this.#planNext();
  }

  /** Comes back when the next call is due, if that is before the next look. */
  async #planNext(): Promise<void> {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from due_at - now()) * 1000)::float as ms from webhooks
      where off_at is null and due_at > now() order by due_at limit 1`.execute(this.#needs.db);
    const ms = rows[0]?.ms ?? LOOK_MS;
    clearTimeout(this.#due);
    if (ms < LOOK_MS && !this.#stopped) this.#due = setTimeout(() => this.#run(() => this.#callDue()), ms + 10);
  }
}
