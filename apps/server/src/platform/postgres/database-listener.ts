import { EventEmitter } from 'node:events';
import pg from 'pg';

const RETRY_MS = 1_000;

/**
 * The connection that hears NOTIFYs, and reconnects by itself when it breaks. Announcements made while it was away are
 * lost, so every subscriber is told once after each reconnect.
 */
export class DatabaseListener {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #subscribers = new EventEmitter();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
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
    });
    client.on('notification', ({ channel, payload }) => this.#subscribers.emit(channel, payload ?? ''));
    client.on('error', (error) => this.#reopenLater(error));
    client.on('end', () => this.#reopenLater(null));
    await client.connect();
    this.#client = client;
    for (const channel of this.#channels()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  #listen(client: pg.Client | null, channel: string): void {
    client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch((error) => this.#reopenLater(error));
  }

  #reopenLater(error: Error | null): void {
    if (this.#closed || this.#retry) return;
    if (error) this.#onError(error);
    this.#client = null;
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
