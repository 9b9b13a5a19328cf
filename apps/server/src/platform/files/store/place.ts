import type { PlaceName } from './file-kinds.ts';

/** A place where the bytes of files lie. */
export interface Place {
  /** Writes the bytes of a file. What a failure leaves is taken away by `remove`. */
  write(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Reads bytes from `start` to before `end`, piece by piece. @throws MissingBytes */
  read(id: string, start: number, end: number): AsyncIterable<Buffer>;
  /** Takes away all that there is of a file, be it whole or not; none is fine. */
  remove(id: string): Promise<void>;
}

/** Bytes as a place lists them. */
export interface Listed {
  readonly id: string;
  readonly size: number;
  readonly madeAt: Date;
}

/** A place of its own beside the database, which can say what is there. */
export interface ListedPlace extends Place {
  /** Everything that is there, in pages, in the order of the ids. */
  list(): AsyncIterable<readonly Listed[]>;
  close(): void;
}

/** Where files lie; `newIn` says where new ones go. S3 is null where none is set. */
export interface Places {
  readonly postgres: Place;
  readonly s3: ListedPlace | null;
  readonly newIn: PlaceName;
}

/** The place by its name. @throws Error when there is none */
export function placeOf(places: Places, name: PlaceName): Place {
  const place = places[name];
  if (!place) throw new Error('A file lies in S3, and FILES_S3_URL is not set');
  return place;
}

/** A file has fewer bytes in a place than it should; or it was moved to another. */
export class MissingBytes extends Error {
  constructor(id: string, options?: ErrorOptions) {
    super(`The bytes of file ${id} are missing`, options);
    this.name = 'MissingBytes';
  }
}

/** Bytes of a file's first piece's memory at first, so that small files take little. */
const AT_FIRST = 64 * 1024;

/**
 * Cuts a stream into pieces of a size, the last of which may be shorter; none is empty. A piece's memory grows once at
 * most, because all that it leaves behind waits for the garbage collector.
 */
export async function* cutInto(bytes: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.allocUnsafeSlow(Math.min(AT_FIRST, bytes));
  let size = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      if (size === held.length) held = grown(held.subarray(0, size), bytes);
      const taken = Math.min(held.length - size, rest.length);
      held.set(rest.subarray(0, taken), size);
      rest = rest.subarray(taken);
      size += taken;
      if (size < bytes) continue;
      yield held;
      // Nothing is held between two pieces: who is between them may be waiting for their sender.
      held = NOTHING;
      size = 0;
    }
  }
  if (size > 0) yield held.subarray(0, size);
}

const NOTHING = Buffer.alloc(0);

function grown(held: Buffer, bytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes);
  held.copy(larger);
  return larger;
}
