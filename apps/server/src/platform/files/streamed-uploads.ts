import type { Call } from '@anupalan/contract/wire/call';
import {
  type AnyFileType,
  type ChosenFile,
  claimedType,
  SIGNATURE_BYTES,
  withEnding,
} from '@anupalan/contract/wire/files';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { waitAside } from '../admission/admit-calls.ts';
import { AppError } from '../errors/errors.ts';
import type { WorkspaceId } from '../postgres/workspace-id.ts';
import { detectStoredType, harmFault } from './contents.ts';
import { FILE_BUDGET, InspectionBudget } from './inspection-budget.ts';
import { keptName } from './names.ts';
import { SenderClock } from './pace.ts';
import type { Scanner } from './scanner.ts';
import { senderOf } from './sender.ts';
import type { FileStore, StoredFile } from './store/file-store.ts';
import { scanFile } from './store/scan-file.ts';
import {
  brokenForm,
  cutIfTooSlow,
  explain,
  isNothingChosen,
  MOST_RECEIVED_BYTES,
  requireStorablePart,
  type Streamed,
} from './uploads.ts';

type Upload = NonNullable<Call['upload']>;

/** A file that went into the store as it came. */
class StreamedFile implements ChosenFile {
  name: string;
  readonly size: number;
  /** What is in the store; null of a file that was too large for it, or not worth storing. */
  readonly stored: StoredFile | null;
  /** The type of its content; undefined until somebody looked. */
  content: AnyFileType | null | undefined;
  fault: string | undefined;

  constructor(name: string, size: number, stored: StoredFile | null) {
    this.name = name;
    this.size = size;
    this.stored = stored;
  }
}

/** The stored file of an accepted form; whoever attaches it refers to `files` by its id. */
export function streamedFile(file: ChosenFile): StoredFile & { name: string; type: AnyFileType; mediaType: string } {
  if (!(file instanceof StreamedFile) || !file.content || !file.stored) throw new TypeError('The file was not stored');
  // Text has the type that its name says.
  const type = file.content === 'csv' ? (claimedType(file.name) ?? 'csv') : file.content;
  return { ...file.stored, name: file.name, type, mediaType: MEDIA_TYPES[type] };
}

/**
 * Receives a form with one file that goes into the store as it comes: no more of it is in memory than a part, however
 * slow the store is (R-api-51). `use` has the form once `accept` took it, before and after the file was opened; when either fails, the file is taken away again, so
 * `use` must not fail after it attached it.
 * @throws AppError unsupported-media; too-slow; invalid when it breaks off or can't be read; too-large; unavailable
 * when the store takes no more, or when the file takes too long to open; and as `accept`
 */
export async function withStreamedUpload<F, T>(
  request: FastifyRequest,
  {
    upload,
    accept,
    workspaceId,
  }: { upload: Upload; accept: (form: Record<string, unknown>) => F; workspaceId: WorkspaceId | null },
  use: (form: F) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('unsupported-media', 'The content type is not supported');
  const { streamed, pace, scanner } = request.server.uploads;
  if (!streamed) throw new TypeError('The call has no store for its files');
  const kept: StoredFile[] = [];
  const admission = await streamed.admit?.(request);
  const maxBytes = Math.min(upload.maxBytes, admission?.maxBytes ?? upload.maxBytes);
  const reading = {
    upload: { ...upload, maxBytes },
    workspaceId,
    kept,
    ...streamed,
    clock: new SenderClock(request.raw.socket, admission?.pace ?? pace),
  };
  try {
    const form = await waitAside(async () => {
      const fields = await readForm(request, reading);
      const file = fields[upload.field];
      // The file is opened only when everything else about the form is right.
      accept(fields);
      if (file instanceof StreamedFile) await detect(file, streamed, senderOf(request).keys);
      const accepted = accept(fields);
      if (scanner) for (const { id } of kept) await refuseVirus(streamed.files, scanner, { id, field: upload.field });
      return accepted;
    });
    return await use(form);
  } catch (error) {
    await forget(request, streamed, kept);
    cutIfTooSlow(request, error);
    throw error;
  } finally {
    admission?.leave();
  }
}

interface Reading extends Streamed {
  readonly upload: Upload;
  readonly workspaceId: WorkspaceId | null;
  /** What went into the store so far. */
  readonly kept: StoredFile[];
  readonly clock: SenderClock;
}

async function readForm(request: FastifyRequest, reading: Reading): Promise<Record<string, unknown>> {
  // A sender who is gone already would leave the parts without an end.
  if (request.raw.destroyed) throw brokenForm();
  const { upload, clock } = reading;
  const fields: Record<string, unknown> = {};
  let file: StreamedFile | undefined;
  for await (const part of waitingFor(clock, request.parts())) {
    requireStorablePart(part);
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    const isWanted = part.fieldname === upload.field && file === undefined;
    const received = await readFile(part, isWanted, reading);
    if (isWanted && !isNothingChosen(received)) file = received;
  }
  return { ...fields, [upload.field]: file };
}

/** Reads a file to its end: into the store while it is wanted and not too large, otherwise only counting. */
async function readFile(part: MultipartFile, isWanted: boolean, reading: Reading): Promise<StreamedFile> {
  const { upload, workspaceId, purpose, files, kept, clock } = reading;
  const counted = new Counted(waitingFor(clock, part.file), upload.maxBytes);
  const name = keptName(part.filename, await counted.peek());
  const claimed = claimedType(name);
  if (!isWanted || claimed === null) {
    await counted.skip();
    return new StreamedFile(name, counted.size, null);
  }
  const about = { workspaceId, purpose, mediaType: MEDIA_TYPES[claimed], maxBytes: upload.maxBytes };
  try {
    const stored = await files.write(counted.bytes(), about);
    kept.push(stored);
    return new StreamedFile(name, counted.size, stored);
  } catch (error) {
    if (error !== TOO_LARGE) throw error;
    // The rest is read first, because browsers read no answer before; then the form's schema says what is wrong.
    await counted.skip();
    const file = new StreamedFile(name, counted.size, null);
    file.fault = mostWords(upload.maxBytes);
    return file;
  }
}

const TOO_LARGE = new Error('The file is larger than the form allows');

/** The bytes of a file as they come, counted. */
class Counted {
  readonly #source: AsyncIterator<Buffer>;
  readonly #maxBytes: number;
  /** What was looked at and not given out yet. */
  #peeked: Buffer[] = [];
  size = 0;

  constructor(source: AsyncIterable<Buffer>, maxBytes: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
  }

  /** The first bytes, which come again with the others. */
  async peek(): Promise<Buffer> {
    let beginning = Buffer.alloc(0);
    while (beginning.length < SIGNATURE_BYTES) {
      const value = await this.#take();
      if (value === null) break;
      this.#peeked.push(value);
      beginning = Buffer.concat([beginning, value.subarray(0, SIGNATURE_BYTES)]);
    }
    return beginning;
  }

  /** @throws TOO_LARGE, after which the rest can still be skipped */
  async *bytes(): AsyncGenerator<Buffer> {
    for (let next = await this.#next(); next; next = await this.#next()) {
      if (this.size > this.#maxBytes) throw TOO_LARGE;
      yield next;
    }
  }

  async skip(): Promise<void> {
    while (await this.#next());
  }

  async #next(): Promise<Buffer | null> {
    const value = this.#peeked.shift() ?? (await this.#take());
    if (value === null) return null;
    this.size += value.length;
    if (this.size > Math.max(MOST_RECEIVED_BYTES, this.#maxBytes)) throw tooLarge(this.#maxBytes);
    return value;
  }

  async #take(): Promise<Buffer | null> {
    const { value, done } = await this.#source.next();
    return done ? null : value;
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too-large', maxBytes < 1024 ** 3 ? 'The request is too large' : mostWords(maxBytes));
}

function mostWords(maxBytes: number): string {
  const most = maxBytes < 1024 ** 3 ? `${maxBytes / 1024 ** 2} MB` : `${maxBytes / 1024 ** 3} GB`;
  return `The file may have at most ${most}`;
}

/** The same stream, with the time in which its sender is waited for. @throws AppError too-slow; invalid; too-large */
async function* waitingFor<T>(clock: SenderClock, source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await clock.wait(iterator.next()).catch(explain);
      if (done) return;
      yield value;
    }
  } finally {
    // What is left of the stream is dropped; whoever waits for a sender who stalls would wait for good.
    void iterator.return?.().catch(() => {});
  }
}

/** Finds out what a stored file is by its content (R-hr-documents-6). @throws AppError unavailable */
async function detect(file: StreamedFile, { files }: Streamed, senderKeys: readonly string[]): Promise<void> {
  const { stored } = file;
  if (!stored || stored.size === 0) return;
  const budget = new InspectionBudget(senderKeys, FILE_BUDGET);
  const claimed = claimedType(file.name);
  try {
    const found = await detectStoredType({ ...stored, claimed, read: () => files.readUnscanned(stored.id) }, budget);
    file.content = found.type;
    // Nobody opens what goes into the store but to look at it on canvas.
    file.fault = harmFault(found, { mayRunScripts: true });
    // Portals call their workbooks by the older ending as well.
    if (claimed === 'xls' && found.type === 'xlsx') file.name = withEnding(file.name, 'xlsx');
  } finally {
    budget.close();
  }
}

/** Has a stored file scanned; while the scanner is away it waits for that. @throws AppError invalid (R-api-48) */
async function refuseVirus(files: FileStore, scanner: Scanner, file: { id: string; field: string }): Promise<void> {
  if ((await scanFile(files, scanner, file.id)) !== 'infected') return;
  const message = 'A virus was found in this file';
  throw new AppError('invalid', message, { faults: { [file.field]: message } });
}

/** Takes away what a form left in the store that was not accepted. */
async function forget(request: FastifyRequest, { files }: Streamed, kept: readonly StoredFile[]): Promise<void> {
  if (kept.length === 0) return;
  // The nightly check takes away what this couldn't.
  await files.removeUnattached(kept.map(({ id }) => id)).catch((error: unknown) => {
    request.log.warn({ err: error }, 'a file that was not accepted stays until the night');
  });
}
