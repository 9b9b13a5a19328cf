import { Readable } from 'node:stream';
import type { LiveKind } from '@anupalan/contract/live';
import type { Session } from '../../identity/sessions.ts';

/** Unread bytes (some hundred events) at which a listener is cut, because it has stopped reading. */
const MAX_UNREAD = 8 * 1024;

/** Milliseconds between two events about other workspaces. */
const PAUSE_MS = 1_000;

/** The stream that one browser listens to, as server-sent events. */
export class LiveStream {
  readonly body = new Readable({ highWaterMark: MAX_UNREAD, read: () => {} });
  /** The stream's session, as last read. */
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

  /**
   * Tells of another workspace's change: at once when nothing was told in the last second, otherwise together with what
   * else changes until that is over.
   */
  tellInPassing(kind: LiveKind): void {
    this.#gathered.add(kind);
    if (!this.#pause) this.#tellGathered();
  }

  /** Sends a comment, which keeps both ends and the proxies between from taking the stream for dead. */
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
