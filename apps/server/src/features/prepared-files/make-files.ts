import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import { AppError } from '../../platform/errors/errors.ts';
import type { FilePurpose } from '../../platform/files/store/file-kinds.ts';
import type { StoredFile } from '../../platform/files/store/file-store.ts';
import type { Services } from '../../services.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { queueMessages, startDelivery } from '../messages/commands.ts';
import {
  failFile,
  finishPreparedFile,
  giveFileBack,
  giveUntriedBack,
  holdFile,
  type TakenFile,
  takeFile,
} from './commands-make.ts';
import type { Maker } from './maker.ts';
import { findRoomForMade, noRoom } from './room.ts';

/** Tries of a file after which it has failed. */
const MOST_TRIES = 5;

/** Milliseconds between words on how far a file is. */
const TELL_MS = 1_000;

const PURPOSES: Readonly<Record<PreparedKind, FilePurpose>> = { export: 'export', pack: 'pack', company: 'export' };

type Given = Pick<Services, 'database' | 'files' | 'jobs' | 'log' | 'now'> & {
  readonly config: Parameters<typeof payerBytesOf>[0];
};

interface Work {
  readonly makers: readonly Maker[];
  /** Seconds after which another instance makes what this one has, if it fell silent. */
  readonly heldSeconds: number;
  readonly isStopping: () => boolean;
}

/** Makes all files that wait, one after the other. */
export async function makeFiles(services: Given, work: Work): Promise<void> {
  const kinds = work.makers.map(({ kind }) => kind);
  while (!work.isStopping()) {
    const taken = await takeFile(services.database.db, kinds, work.heldSeconds);
    if (!taken) return;
    const maker = work.makers.find(({ kind }) => kind === taken.kind);
    if (maker) await makeFile(services, work, maker, taken);
  }
}

/** Ends the making of a file that nobody waits for any more, or that this instance has no time for. */
class Ended extends Error {}

/**
 * Makes one file into the store and tells its asker (R-exports-5). Whatever breaks off leaves no file: it is made anew,
 * by whichever instance finds it.
 */
async function makeFile(services: Given, work: Work, maker: Maker, taken: TakenFile): Promise<void> {
  const { database, files, log, now } = services;
  const { db } = database;
  const { session, former } = taken;
  if (former !== null) await files.remove(db, [former]);
  if (!session) {
    await db.transaction().execute((trx) => failFile(trx, taken, 'Its asker may not sign in any more'));
    return;
  }
  // Whoever had it last was killed by it, and could not count.
  if (taken.tries > MOST_TRIES) {
    await tell(services, taken, (trx) => failFile(trx, taken, GIVEN_UP));
    return;
  }
  const progress = watchProgress(services, work, taken);
  const payerBytes = payerBytesOf(services.config);
  try {
    const bytes = maker.make({ session, wanted: taken.wanted, now: now(), tell: progress.tell });
    const stored = await writeWithinRoom(services, { maker, taken, payerBytes }, progress.endable(bytes));
    await progress.stop();
    const isTheirs = await tell(services, taken, (trx) =>
      finishPreparedFile(trx, taken, { ...stored, of: progress.of(), payerBytes }),
    );
    if (!isTheirs) await files.remove(db, [stored.id]);
  } catch (error) {
    await progress.stop();
    await files.removeUnattached([taken.writing]).catch(() => {});
    if (error instanceof Ended) return await giveUntriedBack(db, taken);
    const fault = error instanceof AppError && error.code !== 'unavailable' ? error.message : null;
    if (fault === null) log.warn({ err: error, file: taken.id, tries: taken.tries }, 'a file could not be made');
    if (fault === null && taken.tries < MOST_TRIES) return await giveFileBack(db, taken, 15 * taken.tries);
    await tell(services, taken, (trx) => failFile(trx, taken, fault ?? GIVEN_UP));
  }
}

/** Writes a file that has no more bytes than there is room for. @throws AppError conflict where it has; and as `write` */
async function writeWithinRoom(
  { database: { db }, files }: Given,
  { maker, taken, payerBytes }: { maker: Maker; taken: TakenFile; payerBytes: number },
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const room = await db.transaction().execute((trx) => findRoomForMade(trx, taken, { payerBytes }));
  const about = {
    ...{ id: taken.writing, workspaceId: taken.workspaceId, purpose: PURPOSES[taken.kind] },
    ...{ mediaType: maker.mediaType(taken.wanted), maxBytes: Math.min(maker.maxBytes, Math.max(room.left, 0)) },
  };
  return await files.write(bytes, about).catch((error: unknown) => {
    const isOver = error instanceof AppError && error.code === 'too-large' && room.left < maker.maxBytes;
    throw isOver ? noRoom(room) : error;
  });
}

const GIVEN_UP = 'Something went wrong while it was made. Please try again.';

/** Ends a file one way or the other, and mails its asker. @returns whether it was still this instance's to end. */
async function tell(
  { database, jobs, now }: Given,
  { workspaceId, id, session }: TakenFile,
  end: (trx: Parameters<typeof failFile>[0]) => Promise<boolean>,
): Promise<boolean> {
  return await database.db.transaction().execute(async (trx) => {
    const isTheirs = await end(trx);
    if (!isTheirs || !session) return isTheirs;
    const about = { fileId: id };
    const message = { userId: session.userId, workspaceId, kind: 'prepared-file', key: `prepared-file:${id}` } as const;
    await queueMessages(trx, [{ ...message, channel: 'mail', about, sendAfter: now() }]);
    await startDelivery(trx, jobs);
    return isTheirs;
  });
}

interface Progress {
  readonly tell: (done: number, of: number) => void;
  /** How much there was in all; null where nobody said. */
  readonly of: () => number | null;
  /** The same bytes, which end as soon as the file isn't wanted any more. @throws Ended */
  readonly endable: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
  readonly stop: () => Promise<void>;
}

function watchProgress({ database, log }: Given, { heldSeconds, isStopping }: Work, taken: TakenFile): Progress {
  let told: { done: number; of: number | null } = { done: 0, of: null };
  let hasEnded = false;
  let holding = Promise.resolve();
  const hold = async () => {
    if (isStopping()) hasEnded = true;
    else if (!(await holdFile(database.db, taken, { seconds: heldSeconds, ...told }))) hasEnded = true;
  };
  const clock = setInterval(() => {
    // A database that is briefly away ends nothing: the file is held for longer than that.
    holding = holding.then(hold).catch((error: unknown) => log.warn({ err: error }, 'a file could not be held'));
  }, TELL_MS);
  return {
    tell: (done, of) => {
      told = { done, of };
    },
    of: () => told.of,
    async *endable(bytes) {
      for await (const piece of bytes) {
        if (hasEnded) throw new Ended();
        yield piece;
      }
    },
    stop: async () => {
      clearInterval(clock);
      await holding;
    },
  };
}
