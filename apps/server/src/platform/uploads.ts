import type { Call } from '@anupalan/contract/call';
import { type ChosenFile, type FileType, MAX_FILE_BYTES } from '@anupalan/contract/files';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { detectFileType } from './file-contents.ts';
import { cleanFileName } from './file-names.ts';

type Upload = NonNullable<Call['upload']>;

/** Memory for files that are being received or stored, of all uploads together. */
const ROOM = 256 * 1024 * 1024;
let taken = 0;

/** Of a form apart from its files: no field of ours comes near. */
const LIMITS = { fields: 50, fieldSize: 64 * 1024, files: 50, parts: 100, fileSize: Number.MAX_SAFE_INTEGER };

/** Who sent too much hears so at the end of the form, as browsers want it; who sends more than this at once. */
const PATIENCE = 100 * 1024 * 1024;

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

/** Lets the calls that are served by `app` be sent forms with files. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: LIMITS });
  // What is left of a form that was given up must not block its connection.
  app.addHook('onResponse', async (request) => void request.raw.resume());
}

/** What a file of an accepted form is stored as: one that was too large to be kept makes no acceptable form. */
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
  const place = new Place();
  try {
    return await use(await readForm(request, upload, place).catch(explain));
  } finally {
    place.leave();
  }
}

/** What one upload holds of the room. */
class Place {
  #bytes = 0;

  take(bytes: number): void {
    if (taken + bytes > ROOM) {
      const message = 'Many files are being uploaded right now. Please try again shortly.';
      throw new AppError('unavailable', message, { retryAfter: 10 });
    }
    this.#bytes += bytes;
    taken += bytes;
  }

  leave(): void {
    taken -= this.#bytes;
    this.#bytes = 0;
  }
}

async function readForm(request: FastifyRequest, upload: Upload, place: Place): Promise<Record<string, unknown>> {
  // The parts of a sender who is gone already would never end.
  if (request.raw.destroyed) throw brokenForm();
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  const received = { kept: 0, inAll: 0 };
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else {
      const file = await readFile(part, { upload, place, received });
      if (part.fieldname === upload.field && !isNothingChosen(file)) files.push(file);
    }
  }
  return { ...fields, [upload.field]: upload.several ? files : files[0] };
}

interface Reading {
  upload: Upload;
  place: Place;
  /** Bytes of the form's files so far. */
  received: { kept: number; inAll: number };
}

/** Reads a file to its end; what is too much, or wanted by nobody, is only counted. */
async function readFile(part: MultipartFile, { upload, place, received }: Reading): Promise<UploadedFile> {
  const chunks: Buffer[] = [];
  let size = 0;
  let wanted = part.fieldname === upload.field;
  for await (const chunk of part.file) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    received.inAll += bytes.length;
    if (received.inAll > PATIENCE) throw new AppError('too-large', 'The request is too large');
    wanted &&= size <= MAX_FILE_BYTES && received.kept + bytes.length <= upload.maxBytes;
    if (!wanted) continue;
    place.take(bytes.length);
    received.kept += bytes.length;
    chunks.push(bytes);
  }
  return new UploadedFile(cleanFileName(part.filename), size, wanted ? Buffer.concat(chunks) : null);
}

/** Browsers send a file without name and bytes for a file field that was left alone. */
function isNothingChosen({ name, size }: ChosenFile): boolean {
  return name === '' && size === 0;
}

/** The parser's own complaints, in the product's words. */
function explain(error: unknown): never {
  if (error instanceof AppError) throw error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  throw status === 413 ? new AppError('too-large', 'The request is too large', { cause: error }) : brokenForm(error);
}

function brokenForm(cause?: unknown): AppError {
  return new AppError('invalid', 'The request could not be read', { cause });
}
