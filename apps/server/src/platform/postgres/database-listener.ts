import { EventEmitter } from 'node:events';
import pg from 'pg';
import { requireWritable } from './connections.ts';

const RETRY_MS = 1_000;

/** Milliseconds between two looks whether a quiet connection lives. */
const BEAT_MS = 10_000;

const PATIENCE_MS = 5_000;

/**
 * The connection that hears NOTIFYs, and reconnects by itself when it breaks. Announcements made while it was away are
 * lost, so every subscriber is told once after each reconnect.
 */
export class DatabaseListener {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #subscribers = new EventEmitter();
  #client: pg.Client | null = null;
  readonly #beatMs: number;
  #retry: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #closed = false;
  #asked: Promise<void> | null = null;

  constructor(url: string, onError: (error: Error) => void, beatMs = BEAT_MS) {
    this.#url = url;
    this.#onError = onError;
    this.#beatMs = beatMs;
    this.#subscribers.setMaxListeners(0);
  }

  /** Calls `heard` with the payload of each announcement; null when some may have been missed. @returns how to stop. */
  subscribe(channel: string, heard: (payload: string | null) => void): () => void {
    const first = this.#subscribers.listenerCount(channel) === 0;
    this.#subscribers.on(channel, heard);
    if (first) this.#listen(this.#client, channel);
    return () => this.#subscribers.off(channel, heard);
  }

  /** Tells this instance's subscribers at once what the database will announce to all instances, this one included. */
  announceHere(channel: string): void {
    this.#subscribers.emit(channel, '');
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'anupalan-listener',
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('notification', ({ channel, payload }) => this.#subscribers.emit(channel, payload ?? ''));
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, null));
    try {
      await client.connect();
      this.#client = client;
      for (const channel of this.#channels()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      await requireWritable(client);
    } catch (error) {
      this.#client = null;
      end(client);
      throw error;
    }
    if (this.#closed) end(client);
    else this.#beatLater(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#beat);
    await this.#client?.end();
  }

  /** Listens to one channel after the other: the driver wants no question before it has answered the one before. */
  #listen(client: pg.Client | null, channel: string): void {
    if (!client) return;
    const ask = async () => {
      if (client !== this.#client) return;
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch((error) => this.#lose(client, error));
    };
    const asked = this.#asked ? this.#asked.then(ask) : ask();
    this.#asked = asked;
    asked.finally(() => {
      if (this.#asked === asked) this.#asked = null;
    });
  }

  /** Asks whether the connection lives: a machine that lost its power says nothing, and neither does an idle standby. */
  #beatLater(client: pg.Client): void {
    this.#beat = setTimeout(() => {
      requireWritable(client).then(
        () => this.#beatLater(client),
        (error) => this.#lose(client, error),
      );
    }, this.#beatMs).unref();
  }

  #lose(client: pg.Client, error: Error | null): void {
    if (client !== this.#client) return;
    this.#client = null;
    clearTimeout(this.#beat);
    end(client);
    this.#reopenLater(error);
  }

  #reopenLater(error: Error | null): void {
    if (this.#closed || this.#retry) return;
    if (error) this.#onError(error);
    this.#retry = setTimeout(() => this.#reopen(), RETRY_MS).unref();
  }

  #reopen(): void {
    this.#retry = undefined;
    this.open().then(
      () => {
        for (const channel of this.#channels()) this.#subscribers.emit(channel, null);
      },
      (error) => this.#reopenLater(error),
    );
  }

  #channels(): string[] {
    return this.#subscribers.eventNames().map(String);
  }
}

function end(client: pg.Client): void {
  client.end().catch(() => {});
}
