import { LIVE_BEAT_MS, LIVE_KINDS, type LiveKind } from '@anupalan/contract/live';
import { can } from '@anupalan/domain/permissions';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { DatabaseListener } from './database-listener.ts';
import { LiveStream } from './live-stream.ts';
import { actorOf, listOpenSessions, type Session } from './sessions.ts';

/** One browser needs one; more are tabs that can't agree on who listens. */
const STREAMS_A_SESSION = 10;

/** What the triggers of migration 0009 announce. */
const Announcement = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['tracker', 'companies']), workspace: z.string() }),
  z.object({ kind: z.literal('users'), workspace: z.string(), user: z.string() }),
  z.object({ kind: z.literal('sessions'), user: z.string() }),
]);

interface Needs {
  readonly database: Database;
  readonly listener: Pick<DatabaseListener, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Tells who is listening on this instance what the database announces to all of them. */
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
    stream.body.once('close', () => this.#streams.delete(stream));
    const [oldest, ...others] = this.#find(({ id }) => id === session.id);
    if (others.length >= STREAMS_A_SESSION) oldest?.end();
    // The session may have ended since it was read, and nobody announces that twice.
    this.#check([stream]);
    return stream;
  }

  /** Ends all streams. */
  close(): void {
    for (const leave of this.#subscriptions) leave();
    clearInterval(this.#beat);
    for (const stream of this.#streams) stream.end();
  }

  #hear(payload: string | null): void {
    const announced = readAnnouncement(payload);
    if (announced === null) {
      this.#resume();
      return;
    }
    if ('user' in announced) this.#check(this.#find((session) => isActing(session, announced.user)));
    if (announced.kind === 'sessions') return;
    this.#tell(announced.kind, announced.workspace);
  }

  /** Whatever ended or changed unheard, it is looked at again. */
  #resume(): void {
    this.#check([...this.#streams]);
    for (const kind of LIVE_KINDS) this.#tellAll(kind);
  }

  #keepAlive(): void {
    for (const stream of this.#streams) stream.beat();
    // Nobody announces that time has ended a session.
    this.#check([...this.#streams]);
  }

  /** Ends the streams of ended sessions; the others go on as whoever their user is by now. */
  #check(streams: readonly LiveStream[]): void {
    if (streams.length === 0) return;
    const ids = streams.map(({ session }) => session.id);
    listOpenSessions(this.#needs.database, ids).then(
      (sessions) => {
        const open = new Map(sessions.map((session) => [session.id, session]));
        for (const stream of streams) {
          const session = open.get(stream.session.id);
          if (session) stream.session = session;
          else stream.end();
        }
      },
      // Streams carry nothing that is worth keeping from anybody; they are checked again at the next beat.
      (error) => this.#needs.log.warn({ err: error }, 'sessions of live updates could not be checked'),
    );
  }

  #find(isWanted: (session: Session) => boolean): LiveStream[] {
    return [...this.#streams].filter(({ session }) => isWanted(session));
  }

  /** Somewhere somebody is always recording something, which administrators hear in passing. */
  #tell(kind: LiveKind, workspace: string): void {
    for (const stream of this.#streams) {
      if (stream.session.workspaceId === workspace) stream.tell(kind);
      else if (can(actorOf(stream.session), 'status-history.read-everyone')) stream.tellInPassing(kind);
    }
  }

  #tellAll(kind: LiveKind): void {
    for (const stream of this.#streams) stream.tell(kind);
  }
}

/** Null when announcements may have been missed, and for one that only another version understands. */
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
