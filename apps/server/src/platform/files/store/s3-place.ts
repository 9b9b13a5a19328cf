import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Turns } from '../../process/turns.ts';
import { cutInto, type Listed, type ListedPlace, MissingBytes } from './place.ts';
import type { S3Address, S3Patience } from './s3-address.ts';

/** Bytes of a piece that is sent at once: the least that S3 takes of all but the last. */
const SENT_BYTES = 5 * 1024 * 1024;

/** Bytes that are asked for at once, so that a slow reader holds no connection and little memory. */
const ASKED_BYTES = 1024 * 1024;

/** Files that are sent at a time, each of which holds a piece in memory; the others wait, and their senders with them. */
const SENT_AT_ONCE = 6;

const PATIENCE: S3Patience = { request: 30_000, connect: 5_000 };

/**
 * Keeps bytes as objects of an S3-compatible store, under the ids of their files. Checksums beyond what S3 always had are
 * left out where it works without: many a store knows none. What is sent is asked for again by its size.
 */
export function createS3Place(address: S3Address, patience = PATIENCE): ListedPlace {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, pathStyle } = address;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.request,
      throwOnRequestTimeout: true,
    },
  });
  const turns = new Turns(SENT_AT_ONCE, SENT_AT_ONCE);
  const bound = () => ({ abortSignal: AbortSignal.timeout(patience.request) });
  const objectOf = (id: string) => ({ Bucket: bucket, Key: `${prefix}${id}` });

  return {
    write: (id, bytes) => turns.run('', () => send(objectOf(id), cutInto(SENT_BYTES, bytes))),
    read,
    remove: async (id) => {
      await client.send(new DeleteObjectCommand(objectOf(id)), bound());
      await abortUploads(id);
    },
    list,
    close: () => client.destroy(),
  };

  async function send(object: { Bucket: string; Key: string }, pieces: AsyncGenerator<Buffer>): Promise<void> {
    const { value: first = Buffer.alloc(0), done } = await pieces.next();
    let size = first.length;
    if (done || size < SENT_BYTES) {
      const { ETag } = await client.send(new PutObjectCommand({ ...object, Body: first }), bound());
      requireAnswer(ETag);
    } else {
      size = await sendInPieces(object, first, pieces);
    }
    const { ContentLength } = await client.send(new HeadObjectCommand(object), bound());
    if (ContentLength !== size) throw new Error(`The store has ${ContentLength} bytes of ${size}`);
  }

  async function sendInPieces(
    object: { Bucket: string; Key: string },
    first: Buffer,
    rest: AsyncGenerator<Buffer>,
  ): Promise<number> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object), bound());
    const upload = { ...object, UploadId: requireAnswer(UploadId) };
    try {
      const Parts: { PartNumber: number; ETag: string }[] = [];
      let size = 0;
      for (let next: Buffer | null = first; next; next = (await rest.next()).value ?? null) {
        const part = { ...upload, PartNumber: Parts.length + 1, Body: next };
        const { ETag } = await client.send(new UploadPartCommand(part), bound());
        Parts.push({ PartNumber: part.PartNumber, ETag: requireAnswer(ETag) });
        size += next.length;
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), bound());
      return size;
    } catch (error) {
      // What can't be taken away now, the job does that removes the file.
      await client.send(new AbortMultipartUploadCommand(upload), bound()).catch(() => {});
      throw error;
    }
  }

  async function* read(id: string, start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += ASKED_BYTES) {
      const last = Math.min(at + ASKED_BYTES, end) - 1;
      const bytes = await ask(id, `bytes=${at}-${last}`);
      if (bytes.length !== last + 1 - at) throw new MissingBytes(id);
      yield bytes;
    }
  }

  async function ask(id: string, Range: string): Promise<Buffer> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...objectOf(id), Range }), bound());
      const bytes = await Body?.transformToByteArray();
      return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.alloc(0);
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      if (status === 404 || status === 416) throw new MissingBytes(id, { cause: error });
      throw error;
    }
  }

  /** Ends the uploads of a file that broke off, whose pieces are no object yet. */
  async function abortUploads(id: string): Promise<void> {
    const { Bucket, Key } = objectOf(id);
    try {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }), bound());
      for (const { UploadId } of Uploads) {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), bound());
      }
    } catch (error) {
      // A store that can't list them ends them by a rule of its own (docs/operations.md).
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 501) throw error;
    }
  }

  async function* list(): AsyncGenerator<Listed[]> {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }),
        bound(),
      );
      yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
        id: Key.slice(prefix.length),
        size: Size,
        madeAt: LastModified ?? new Date(),
      }));
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }
}

/** What a store answers to everything it takes; without it, it took nothing. */
function requireAnswer(answer: string | undefined): string {
  if (!answer) throw new Error('The store answered something else than S3 does');
  return answer;
}
