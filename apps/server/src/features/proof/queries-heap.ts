import { setTimeout as pause } from 'node:timers/promises';
import type { HEAP_TEXTS } from '@anupalan/contract/people/filing-runs';
import type { SameFile } from '@anupalan/contract/proof/evidence';
import { findSureFigures, type SureFigures } from '@anupalan/domain/evidence/sure-figures';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { VirusFound } from '../../platform/files/store/file-store.ts';
import { type KeptReading, readSaid } from '../evidence/commands-read.ts';
import { listSameFiles } from './queries.ts';
import type { Needs } from './queries-said.ts';

/** What a staged file says, for matching it. */
export interface StagedSaid {
  readonly name: string;
  readonly sha256: string;
  readonly text: (typeof HEAP_TEXTS)[number];
  /** Its words from the beginning, 20,000 characters at most; empty where it has none, or can't be read now. */
  readonly words: string;
  /** Whether its words name any figure. */
  readonly hasFigures: boolean;
  /** Its figures that can't be mistaken. */
  readonly sure: SureFigures;
  readonly sameElsewhere: readonly SameFile[];
}

/** Milliseconds in which the documents of a heap are read, one after the other: who asks is not kept longer. */
const PATIENCE = 10_000;

/**
 * What files say that the caller staged, in whichever of their companies, by their ids; one that is gone is missing. One
 * that isn't read when {@link PATIENCE} is over waits for the next call, as one does that can't be read now (R-filing-runs-8).
 */
export async function readSaidOf(
  services: Needs,
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StagedSaid>> {
  if (ids.length === 0) return new Map();
  const { db } = services.database;
  const rows = await db
    .selectFrom('evidence')
    .selectAll()
    .where('id', 'in', ids)
    .where('by', '=', session.userId)
    .where('subject_id', 'is', null)
    .orderBy('id')
    .execute();
  const readings = await readInTime(rows, (row) => readSaid(services, row), PATIENCE);
  const said = new Map<string, StagedSaid>();
  for (const [n, { id, name, sha256: hash }] of rows.entries()) {
    const { text, read } = readings[n] ?? WAITING;
    const { words = '', numbers = [], amounts = [], days = [] } = read ?? {};
    const hasFigures = numbers.length + amounts.length + days.length > 0;
    const sure = read ? findSureFigures(read) : { number: null, amount: null, day: null };
    const sha256 = hash.toString('hex');
    const sameElsewhere = await listSameFiles(db, session, { _id: id, sha256, itemId: null, day: null });
    said.set(id, { name, sha256, text, words, hasFigures, sure, sameElsewhere });
  }
  return said;
}

/** What is known of a document of a heap. */
type HeapReading = Pick<StagedSaid, 'text'> & Pick<KeptReading, 'read'>;

const WAITING: HeapReading = { text: 'waiting' };

/**
 * Reads documents one after the other, until so many milliseconds are over: the one that is being read then may end and
 * be kept for the next call. One that can't be read holds up no other.
 */
export async function readInTime<T>(
  documents: readonly T[],
  read: (document: T) => Promise<HeapReading>,
  patience: number,
): Promise<HeapReading[]> {
  const over = new AbortController();
  let isLate = false;
  const late = pause(patience, WAITING, { signal: over.signal })
    .then((waiting) => {
      isLate = true;
      return waiting;
    })
    .catch(() => WAITING);
  const readings: HeapReading[] = [];
  try {
    for (const document of documents) {
      readings.push(isLate ? WAITING : await Promise.race([late, readWhatCanBe(() => read(document))]));
    }
    return readings;
  } finally {
    over.abort();
  }
}

async function readWhatCanBe(read: () => Promise<HeapReading>): Promise<HeapReading> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // It waits for the scanner, too many others are read, or the store is away: all of that passes.
    if (error.retryAfter !== undefined) return WAITING;
    return { text: error instanceof VirusFound ? 'infected' : 'unreadable' };
  }
}
