import type { Call } from '@anupalan/contract/wire/call';
import {
  type AnyFileType,
  type ChosenFile,
  claimedType,
  FILE_TYPES,
  type FileType,
  MAX_FILE_BYTES,
} from '@anupalan/contract/wire/files';
import { isStorable } from '@anupalan/contract/wire/stored-text';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { waitAside } from '../admission/admit-calls.ts';
import { AppError } from '../errors/errors.ts';
import { requireStorable } from '../incoming/storable.ts';
import { detectFileType, harmFault } from './contents.ts';
import { HeldMemory } from './held-memory.ts';
import { FORM_BUDGET, InspectionBudget, STRANGERS_FORM_BUDGET } from './inspection-budget.ts';
import { keptName } from './names.ts';
import { PACE, type Pace, watchPace } from './pace.ts';
import type { Scanner } from './scanner.ts';
import { type Sender, senderOf } from './sender.ts';
import type { FilePurpose } from './store/file-kinds.ts';
import type { FileStore } from './store/file-store.ts';

type Upload = NonNullable<Call['upload']>;

/** The limits of a form apart from its files; no field of ours comes near them. */
const LIMITS = { fields: 50, fieldSize: 64 * 1024, files: 50, parts: 100, fileSize: Number.MAX_SAFE_INTEGER };

/**
 * Bytes after which a form is cut off. Senders of less that is still too much are answered at the form's end, because
 * browsers read no answer before.
 */
export const MOST_RECEIVED_BYTES = 100 * 1024 * 1024;

/** A file as it was received. */
export class UploadedFile implements ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly bytes: Buffer | null;
  /** The type of its content; undefined until somebody looked. */
  content: AnyFileType | null | undefined;
  fault: string | undefined;

  /** `bytes` are null when they were too many to be kept. */
  constructor(name: string, size: number, bytes: Buffer | null) {
    this.name = name;
    this.size = size;
    this.bytes = bytes;
  }
}

/**
 * Makes the calls that `app` serves accept forms with files; with a scanner every file is scanned (R-api-48). Streamed
 * files go into the store `files` for their `purpose`.
 */
export async function acceptUploads(
  app: FastifyInstance,
  {
    scanner = null,
    pace = PACE,
    budget = null,
    streamed = null,
  }: { scanner?: Scanner | null; pace?: Pace; budget?: Budget | null; streamed?: Streamed | null } = {},
): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: LIMITS });
  app.decorate('uploads', { scanner, pace, budget, streamed });
  app.addHook('onResponse', async ({ raw }) => {
    // A sender who was too slow is cut. The rest of any other form that was left is read and dropped, so that it
    // doesn't block its connection.
    if (TOO_SLOW.has(raw)) raw.destroy();
    else raw.resume();
  });
}

/** What opening the files of a form may take, where it isn't what it usually may. */
type Budget = typeof FORM_BUDGET;

/** Where the streamed files of some calls go, and what they are for. */
export interface Streamed {
  readonly files: FileStore;
  readonly purpose: FilePurpose;
  /** Lets a request begin, where not all may at once, or may send as much. @throws AppError for who has to wait */
  readonly admit?: (request: FastifyRequest) => Admission | Promise<Admission>;
}

/** A request that was let begin. */
export interface Admission {
  /** Bytes that its file may have; whole megabytes. */
  readonly maxBytes: number;
  /** How fast it has to come, where that isn't as all forms do. */
  readonly pace?: Pace;
  /** Makes room for the next one, once it is over. */
  readonly leave: () => void;
}

/** The requests whose senders were too slow. */
const TOO_SLOW = new WeakSet<object>();

/** Has the connection of a sender who was too slow cut, once they are answered. */
export function cutIfTooSlow(request: FastifyRequest, error: unknown): void {
  if (error instanceof AppError && error.code === 'too-slow') TOO_SLOW.add(request.raw);
}

/** The stored part of an accepted form's file; a form with a file that was too large to be kept is never accepted. */
export function receivedFile(file: ChosenFile): { name: string; type: FileType; bytes: Buffer } {
  const type = file instanceof UploadedFile && FILE_TYPES.find((one) => one === file.content);
  if (!(file instanceof UploadedFile) || !type || !file.bytes) throw new TypeError('The file was not kept');
  return { name: file.name, type, bytes: file.bytes };
}

/** The bytes of an accepted form's table. */
export function receivedTable(file: ChosenFile): { name: string; bytes: Buffer } {
  if (!(file instanceof UploadedFile) || !file.bytes) throw new TypeError('The file was not kept');
  return { name: file.name, bytes: file.bytes };
}

/**
 * Receives a form with files, whole, and lets `use` have it once `accept` took it and the scanner found nothing, while
 * there is room for it in memory. Its files are opened only when everything else about the form is right: `accept` is
 * asked before and after that.
 * @throws AppError unsupported-media; too-slow; invalid when it breaks off, can't be read or has a virus; too-large;
 * unavailable without room, without the scanner, or when its files take too long to open; and as `accept`.
 */
export async function withUpload<F, T>(
  request: FastifyRequest,
  { upload, accept }: { upload: Upload; accept: (form: Record<string, unknown>) => F },
  use: (form: F) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('unsupported-media', 'The content type is not supported');
  const { scanner, pace, budget } = request.server.uploads;
  const sender = senderOf(request);
  const memory = new HeldMemory(sender);
  const watch = watchPace(request.raw.socket, pace);
  try {
    const form = await waitAside(async () => {
      const received = readForm(request, upload, memory).catch(explain);
      const fields = await Promise.race([received, watch.tooSlow]).finally(watch.stop);
      const accepted = accept(fields);
      // A table is opened by who reads it, and never kept or handed out as a file.
      if (upload.table) return accepted;
      const files = [fields[upload.field]].flat().filter((file) => file instanceof UploadedFile);
      if (files.length === 0) return accepted;
      await openAll(files, sender, budget);
      const opened = accept(fields);
      if (scanner) await scanAll(scanner, files, upload.field);
      return opened;
    });
    return await use(form);
  } catch (error) {
    cutIfTooSlow(request, error);
    throw error;
  } finally {
    memory.release();
  }
}

/** Opens the files of a form one after the other, up to the first that is refused for what it is. */
async function openAll(files: readonly UploadedFile[], sender: Sender, given: Budget | null): Promise<void> {
  const budget = new InspectionBudget(sender.keys, given ?? (sender.isStranger ? STRANGERS_FORM_BUDGET : FORM_BUDGET));
  try {
    for (const file of files) {
      if (!file.bytes) continue;
      const found = await detectFileType(file.bytes, budget, sender);
      file.content = found.type;
      file.fault = harmFault(found, { mayRunScripts: false });
      if (file.fault !== undefined || found.type !== claimedType(file.name)) return;
    }
  } finally {
    budget.close();
  }
}

/** Has the files of a form scanned, one after the other. @throws AppError invalid when one has a virus */
async function scanAll(scanner: Scanner, files: readonly UploadedFile[], field: string): Promise<void> {
  for (const { bytes } of files) {
    if (bytes === null || (await scanner.findVirus(bytes)) === null) continue;
    const message = 'A virus was found in this file';
    throw new AppError('invalid', message, { faults: { [field]: message } });
  }
}

async function readForm(request: FastifyRequest, upload: Upload, memory: HeldMemory): Promise<Record<string, unknown>> {
  // A sender who is gone already would leave the parts without an end.
  if (request.raw.destroyed) throw brokenForm();
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  const received = { kept: 0, inAll: 0 };
  for await (const part of request.parts()) {
    requireStorablePart(part);
    if (part.type === 'field') {
      memory.take(Buffer.byteLength(String(part.value)));
      fields[part.fieldname] = part.value;
    } else {
      const file = await readFile(part, { upload, memory, received });
      if (part.fieldname === upload.field && !isNothingChosen(file)) files.push(file);
    }
  }
  return { ...fields, [upload.field]: upload.several ? files : files[0] };
}

interface Reading {
  upload: Upload;
  memory: HeldMemory;
  /** Bytes of the form's files so far. */
  received: { kept: number; inAll: number };
}

/** Reads a file to its end; bytes that are too many, or of a file that nobody asked for, are only counted. */
async function readFile(part: MultipartFile, { upload, memory, received }: Reading): Promise<UploadedFile> {
  const chunks: Buffer[] = [];
  const most = upload.table ? upload.maxBytes : MAX_FILE_BYTES;
  let size = 0;
  let wanted = part.fieldname === upload.field;
  for await (const chunk of part.file) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    received.inAll += bytes.length;
    if (received.inAll > MOST_RECEIVED_BYTES) throw new AppError('too-large', 'The request is too large');
    wanted &&= size <= most && received.kept + bytes.length <= upload.maxBytes;
    if (!wanted) continue;
    memory.take(bytes.length);
    received.kept += bytes.length;
    chunks.push(bytes);
  }
  const bytes = wanted ? Buffer.concat(chunks) : null;
  return new UploadedFile(keptName(part.filename, chunks[0]), size, bytes);
}

/**
 * Refuses a part whose name, value or file name can't be stored (R-api-54): U+FFFD stands for bytes that were no UTF-8,
 * and browsers send it in the place of half a surrogate pair.
 * @throws AppError invalid, with the field's name
 */
export function requireStorablePart(part: Multipart): void {
  const text = part.type === 'field' ? part.value : part.filename;
  requireStorable({ [part.fieldname]: text }, (text) => isStorable(text) && !text.includes('\ufffd'));
}

/** Whether a file is the one without name and bytes that browsers send for a file field that was left alone. */
export function isNothingChosen({ name, size }: ChosenFile): boolean {
  return name === '' && size === 0;
}

/** Replaces the parser's complaints by the product's words. */
export function explain(error: unknown): never {
  if (error instanceof AppError) throw error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  throw status === 413 ? new AppError('too-large', 'The request is too large', { cause: error }) : brokenForm(error);
}

export function brokenForm(cause?: unknown): AppError {
  return new AppError('invalid', 'The request could not be read', { cause });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the calls of this instance that take forms do besides; only `acceptUploads` sets it. */
    uploads: {
      readonly scanner: Scanner | null;
      readonly pace: Pace;
      readonly budget: Budget | null;
      readonly streamed: Streamed | null;
    };
  }
}
