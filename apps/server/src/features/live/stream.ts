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
  #companies: Map<string, string | null> | null = null;
  /** What was announced before that, by workspace. */
  readonly #early = new Map<string, Set<LiveKind>>();
  readonly #gathered = new Set<LiveKind>();
  #pause: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(session: Session) {
    this.session = session;
    this.body.once('close', () => clearTimeout(this.#pause));
    this.beat();
  }

  /** Tells of what is everybody's, or of the change of a company: null is a workspace without one. */
  tell(kind: LiveKind, company?: string | null): void {
    this.#send(`data: ${JSON.stringify({ kind, company })}\n\n`);
  }

  /** Tells of the change of a workspace that the listener is in. @returns whether they are. */
  tellOf(workspace: string, kind: LiveKind): boolean {
    if (this.#companies === null) {
      this.#early.set(workspace, (this.#early.get(workspace) ?? new Set()).add(kind));
      return true;
    }
    const company = this.#companies.get(workspace);
    if (company === undefined) return false;
    this.tell(kind, company);
    return true;
  }

  /** Tells no more of a workspace from here on, after the listener was told that they left it. */
  leave(workspace: string): void {
    this.#companies?.delete(workspace);
    this.#early.delete(workspace);
  }

  /** Takes the workspaces that the listener is in, as they were read. */
  belongTo(companies: ReadonlyMap<string, string | null>): void {
    this.#companies = new Map(companies);
    for (const [workspace, kinds] of this.#early) for (const kind of kinds) this.tellOf(workspace, kind);
    this.#early.clear();
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
