import { LIVE_BEAT_MS, LIVE_KINDS, type LiveKind } from '@anupalan/contract/live';
import { can } from '@anupalan/domain/permissions';
import type { Logger } from 'pino';
import { z } from 'zod';
import { listOpenSessions, type SeenSession } from '../../identity/read-session.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { liveStreams } from '../../platform/metrics/registry.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { DatabaseListener } from '../../platform/postgres/database-listener.ts';
import { LiveStream } from './stream.ts';

/**
 * Streams that a session may have at once: a browser needs one, more are tabs that couldn't agree on who listens
 * (R-api-17).
 */
const STREAMS_A_SESSION = 10;

/** Announcements that a new stream may wait with until its companies were read, a few milliseconds later. */
const EARLY_AT_MOST = 1_000;

/**
 * An announcement of the triggers of migrations 0009 and 0027. A user who comes or goes is nobody's but the
 * administrators'; of one who `left` a workspace nothing is told any more.
 */
const Announcement = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['tracker', 'companies', 'registrations', 'events', 'evidence']), workspace: z.string() }),
  z.object({ kind: z.literal('users'), workspace: z.string().nullable(), user: z.string() }),
  z.object({
    kind: z.literal('members'),
    workspace: z.string(),
    user: z.string().optional(),
    left: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('sessions'), user: z.string() }),
]);

interface Needs {
  readonly database: Database;
  readonly listener: Pick<DatabaseListener, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** The streams of this instance, which it tells of what the database announces to all instances (R-api-16). */
export class LiveUpdates {
  readonly #needs: Needs;
  readonly #streams = new Set<LiveStream>();
  readonly #subscriptions: (() => void)[];
  readonly #beat: NodeJS.Timeout;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#subscriptions = [
      needs.listener.subscribe('live', (payload) => this.#hear(payload)),
      needs.listener.subscribe('catalogue', () => this.#tellAll('catalogue')),
    ];
    this.#beat = setInterval(() => this.#keepAlive(), LIVE_BEAT_MS).unref();
  }

  /** Begins a stream for a session; the oldest of too many ends. */
  open(session: Session): LiveStream {
    const stream = new LiveStream(session);
    this.#streams.add(stream);
    liveStreams.inc();
    stream.body.once('close', () => {
      liveStreams.dec();
      this.#streams.delete(stream);
    });
    const [oldest, ...others] = this.#find(({ id }) => id === session.id);
    if (others.length >= STREAMS_A_SESSION) oldest?.end();
    // The new stream's session is read once more: it may have ended since, and its end is not announced again.
    this.#check([stream]);
    return stream;
  }

  /** Ends all streams. */
  close(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    clearInterval(this.#beat);
    for (const stream of this.#streams) stream.end();
  }

  #hear(payload: string | null): void {
    const announced = readAnnouncement(payload);
    if (announced === null) {
      this.#resume();
      return;
    }
    const user = 'user' in announced ? announced.user : undefined;
    const theirs = user === undefined ? [] : this.#find((session) => isActing(session, user));
    for (const stream of theirs) stream.changes += 1;
    if (announced.kind !== 'sessions') this.#tell(announced.kind, announced.workspace);
    if (announced.kind === 'members' && announced.left) {
      for (const stream of theirs) if (stream.session.userId === user) stream.companies?.delete(announced.workspace);
    }
    this.#check(theirs);
  }

  /**
   * Checks every session and tells every stream to ask for everything again, after announcements may have been missed.
   */
  #resume(): void {
    this.#check([...this.#streams]);
    for (const kind of LIVE_KINDS) this.#tellAll(kind);
  }

  #keepAlive(): void {
    for (const stream of this.#streams) stream.beat();
    // Sessions are checked at every beat, because nobody announces that time has ended one.
    this.#check([...this.#streams]);
  }

  /** Reads sessions anew: ends the streams of those that have ended, and gives the others what their user is by now. */
  #check(streams: readonly LiveStream[]): void {
    if (streams.length === 0) return;
    const asked = streams.map((stream) => ({ stream, changes: stream.changes }));
    const ids = streams.map(({ session }) => session.id);
    listOpenSessions(this.#needs.database, ids).then(
      (sessions) => {
        const open = new Map(sessions.map((seen) => [seen.session.id, seen]));
        for (const { stream, changes } of asked) {
          const seen = open.get(stream.session.id);
          if (!seen) stream.end();
          // What changed meanwhile is read by a check of its own: this one would bring back what they left.
          else if (stream.changes === changes) this.#take(stream, seen);
        }
      },
      // Open streams may stay: they carry nothing secret and are checked again at the next beat.
      (error) => this.#needs.log.warn({ err: error }, 'sessions of live updates could not be checked'),
    );
  }

  #find(isWanted: (session: Session) => boolean): LiveStream[] {
    return [...this.#streams].filter(({ session }) => isWanted(session));
  }

  /**
   * Tells the streams of a workspace's people at once, and administrators' at most once a second, because somewhere somebody is
   * always recording something.
   */
  #tell(kind: LiveKind, workspace: string | null): void {
    for (const stream of this.#streams) this.#tellTo(stream, kind, workspace);
  }

  #tellTo(stream: LiveStream, kind: LiveKind, workspace: string | null): void {
    if (stream.companies === null) {
      if (stream.early.length < EARLY_AT_MOST) stream.early.push({ kind, workspace });
      return;
    }
    const company = workspace === null ? undefined : stream.companies.get(workspace);
    if (company !== undefined) stream.tell(kind, company ?? undefined);
    else if (can(actorOf(stream.session), 'status-history.read-everyone')) stream.tellInPassing(kind);
  }

  /** Gives a stream what its listener is by now, and tells what was announced before that was known. */
  #take(stream: LiveStream, { session, companies }: SeenSession): void {
    stream.session = session;
    stream.companies = new Map(companies);
    const early = stream.early.splice(0);
    if (early.length === EARLY_AT_MOST) for (const kind of LIVE_KINDS) stream.tell(kind);
    else for (const { kind, workspace } of early) this.#tellTo(stream, kind, workspace);
  }

  #tellAll(kind: LiveKind): void {
    for (const stream of this.#streams) stream.tell(kind);
  }
}

/**
 * The announcement in a payload; null when announcements may have been missed, or only another version understands it.
 */
function readAnnouncement(payload: string | null): z.infer<typeof Announcement> | null {
  try {
    return Announcement.parse(JSON.parse(payload ?? 'null'));
  } catch {
    return null;
  }
}

function isActing({ userId, impersonatorId }: Session, user: string): boolean {
  return userId === user || impersonatorId === user;
}
