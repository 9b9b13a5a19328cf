import type { Call } from '@anupalan/contract/wire/call';
import { type ChosenFile, type FileType, MAX_FILE_BYTES } from '@anupalan/contract/wire/files';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.ts';
import { detectFileType } from './contents.ts';
import { cleanFileName } from './names.ts';

type Upload = NonNullable<Call['upload']>;

/** Bytes of memory for files that are being received or stored, of all uploads together. */
const MOST_HELD_BYTES = 256 * 1024 * 1024;
let heldBytes = 0;

/** The limits of a form apart from its files; no field of ours comes near them. */
const LIMITS = { fields: 50, fieldSize: 64 * 1024, files: 50, parts: 100, fileSize: Number.MAX_SAFE_INTEGER };

/**
 * Bytes after which a form is cut off. Senders of less that is still too much are answered at the form's end, because
 * browsers read no answer before.
 */
const MOST_RECEIVED_BYTES = 100 * 1024 * 1024;

/** A file as it was received. */
class UploadedFile implements ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly content: FileType | null | undefined;
  readonly bytes: Buffer | null;

  /** `bytes` are null when they were too many to be kept. */
  constructor(name: string, size: number, bytes: Buffer | null) {
    this.name = name;
    this.size = size;
    this.bytes = bytes;
    this.content = bytes ? detectFileType(bytes) : undefined;
  }
}

/** Makes the calls that `app` serves accept forms with files. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: LIMITS });
  // The rest of an abandoned form is read and dropped, so that it doesn't block its connection.
  app.addHook('onResponse', async (request) => void request.raw.resume());
}

/** The stored part of an accepted form's file; a form with a file that was too large to be kept is never accepted. */
export function receivedFile(file: ChosenFile): { name: string; type: FileType; bytes: Buffer } {
  if (!(file instanceof UploadedFile) || !file.content || !file.bytes) throw new TypeError('The file was not kept');
  return { name: file.name, type: file.content, bytes: file.bytes };
}

/**
 * Receives a form with files, whole, and lets `use` have it while there is room for it in memory.
 * @throws AppError unsupported-media; invalid when it breaks off or can't be read; too-large; unavailable without room.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  upload: Upload,
  use: (form: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('unsupported-media', 'The content type is not supported');
  const memory = new HeldMemory();
  try {
    return await use(await readForm(request, upload, memory).catch(explain));
  } finally {
    memory.release();
  }
}

/** The memory that one upload holds. */
class HeldMemory {
  #bytes = 0;

  take(bytes: number): void {
    if (heldBytes + bytes > MOST_HELD_BYTES) {
      const message = 'Many files are being uploaded right now. Please try again shortly.';
      throw new AppError('unavailable', message, { retryAfter: 10 });
    }
    this.#bytes += bytes;
    heldBytes += bytes;
  }

  release(): void {
    heldBytes -= this.#bytes;
    this.#bytes = 0;
  }
}

async function readForm(request: FastifyRequest, upload: Upload, memory: HeldMemory): Promise<Record<string, unknown>> {
  // A sender who is gone already would leave the parts without an end.
  if (request.raw.destroyed) throw brokenForm();
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  const received = { kept: 0, inAll: 0 };
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else {
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
  let size = 0;
  let wanted = part.fieldname === upload.field;
  for await (const chunk of part.file) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    received.inAll += bytes.length;
    if (received.inAll > MOST_RECEIVED_BYTES) throw new AppError('too-large', 'The request is too large');
    wanted &&= size <= MAX_FILE_BYTES && received.kept + bytes.length <= upload.maxBytes;
    if (!wanted) continue;
    memory.take(bytes.length);
    received.kept += bytes.length;
    chunks.push(bytes);
  }
  return new UploadedFile(cleanFileName(part.filename), size, wanted ? Buffer.concat(chunks) : null);
}

/** Whether a file is the one without name and bytes that browsers send for a file field that was left alone. */
function isNothingChosen({ name, size }: ChosenFile): boolean {
  return name === '' && size === 0;
}

/** Replaces the parser's complaints by the product's words. */
function explain(error: unknown): never {
  if (error instanceof AppError) throw error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  throw status === 413 ? new AppError('too-large', 'The request is too large', { cause: error }) : brokenForm(error);
}

function brokenForm(cause?: unknown): AppError {
  return new AppError('invalid', 'The request could not be read', { cause });
}
