import { setInterval as every } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../platform/errors/errors.ts';
import { SenderTurns } from '../../../platform/files/sender-turns.ts';
import type { FileRow, FileTable } from './cell.ts';
import type { FileWorkerData } from './file-worker.ts';
import { finishRows } from './finish-rows.ts';
import type { Said, Wanted } from './read-table.ts';
import { TOO_MUCH, UnreadableFile } from './unreadable-file.ts';

/** The time, memory and waiting that reading a file may take: twice as much as a hundred thousand rows do. */
export const READING_LIMITS = { cpuMs: 10_000, heapMb: 512, waitMs: 120_000, lookEveryMs: 200 };

const turns = new SenderTurns();

/**
 * Reads a file to import in a thread of its own, which ends with it, or when it takes more time or memory than it may
 * (R-imports-4). One file is read at a time, and a sender who has used their time waits behind the others.
 * @throws AppError invalid, with the reason at the form's `file`; unavailable when its turn doesn't come
 */
export async function readFile(
  bytes: Buffer,
  { sender, limits = READING_LIMITS, ...wanted }: Wanted & { sender: string; limits?: typeof READING_LIMITS },
): Promise<FileTable> {
  const over = AbortSignal.timeout(limits.waitMs);
  try {
    return await turns.run(sender, over, () => readNow({ bytes, wanted }, limits));
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw new AppError('invalid', error.message, { faults: { file: error.message }, cause: error });
    }
    if (error !== over.reason) throw error;
    const message = 'Other files are being read just now. Please try again in a few minutes.';
    throw new AppError('unavailable', message, { retryAfter: 60, cause: error });
  }
}

async function readNow(given: FileWorkerData, limits: typeof READING_LIMITS): Promise<FileTable> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 64 },
  });
  const ended = new AbortController();
  try {
    const { merged, ...table } = await Promise.race([collect(worker), watch(worker, limits, ended.signal)]);
    return { ...table, rows: finishRows(table.rows, merged) };
  } finally {
    ended.abort();
    await worker.terminate();
  }
}

type Collected = FileTable & Pick<Extract<Said, { merged: unknown }>, 'merged'>;

function collect(worker: Worker): Promise<Collected> {
  const { promise, resolve, reject } = Promise.withResolvers<Collected>();
  let about: Omit<FileTable, 'rows'> = { sheet: null, sheets: [] };
  const rows: FileRow[] = [];
  // Our own thread speaks here, and nobody else.
  worker.on('message', (said: Said) => {
    if ('about' in said) about = said.about;
    else if ('rows' in said) rows.push(...said.rows);
    else if ('unreadable' in said) reject(new UnreadableFile(said.unreadable));
    else resolve({ ...about, rows, merged: said.merged });
  });
  worker.on('error', (error) => reject(isOutOfMemory(error) ? tooMuch() : error));
  worker.on('exit', () => reject(tooMuch()));
  return promise;
}

/** Fails when the thread takes too much time of the processor. */
async function watch(
  worker: Worker,
  { cpuMs, lookEveryMs }: typeof READING_LIMITS,
  signal: AbortSignal,
): Promise<never> {
  for await (const _ of every(lookEveryMs, null, { signal, ref: false })) {
    // What became of a thread that has ended is told by its end.
    const spent = await worker.cpuUsage().catch(() => null);
    if (spent && (spent.user + spent.system) / 1_000 > cpuMs) break;
  }
  throw tooMuch();
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(): UnreadableFile {
  return new UnreadableFile(TOO_MUCH);
}
