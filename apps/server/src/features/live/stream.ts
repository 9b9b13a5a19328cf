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
  /** How often something was announced about what the listener is: what was read before is stale then. */
  changes = 0;
  /** The workspaces that the listener is in, with the ids of their companies; null until they were read. */
  companies: Map<string, string | null> | null = null;
  /** What was announced before that. */
  readonly early: { kind: LiveKind; workspace: string | null }[] = [];
  readonly #gathered = new Set<LiveKind>();
  #pause: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(session: Session) {
    this.session = session;
    this.body.once('close', () => clearTimeout(this.#pause));
    this.beat();
  }

  /** Tells of the change of a company, or of what is not one company's. */
  tell(kind: LiveKind, company?: string): void {
    this.#send(`data: ${JSON.stringify({ kind, company })}\n\n`);
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
