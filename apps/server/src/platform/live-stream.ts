import { Readable } from 'node:stream';
import type { LiveKind } from '@anupalan/contract/live';
import type { Session } from './sessions.ts';

/** Who leaves this many bytes unread has stopped reading: some hundred events. */
const MAX_UNREAD = 8 * 1024;

/** What is told in passing is told no more often than this. */
const PAUSE_MS = 1_000;

/** What one browser listens to, as server-sent events. */
export class LiveStream {
  readonly body = new Readable({ highWaterMark: MAX_UNREAD, read: () => {} });
  /** Whose it is, as last read. */
  session: Session;
  readonly #gathered = new Set<LiveKind>();
  #pause: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(session: Session) {
    this.session = session;
    this.body.once('close', () => clearTimeout(this.#pause));
    this.beat();
  }

  tell(kind: LiveKind): void {
    this.#send(`data: ${JSON.stringify({ kind })}\n\n`);
  }

  /** Tells it at once when it was quiet, otherwise with what else gathers until the pause is over. */
  tellInPassing(kind: LiveKind): void {
    this.#gathered.add(kind);
    if (!this.#pause) this.#tellGathered();
  }

  /** Shows both ends, and what is between them, that the stream is alive. */
  beat(): void {
    this.#send(':\n\n');
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.body.push(null);
  }

  #tellGathered(): void {
    this.#pause = undefined;
    if (this.#gathered.size === 0) return;
    for (const kind of this.#gathered) this.tell(kind);
    this.#gathered.clear();
    this.#pause = setTimeout(() => this.#tellGathered(), PAUSE_MS).unref();
  }

  #send(text: string): void {
    if (!this.#ended && !this.body.push(text)) this.body.destroy();
  }
}
