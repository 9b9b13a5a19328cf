/** A place where the bytes of files lie. */
export interface Place {
  /** Writes the bytes of a file. What a failure leaves is taken away by `remove`. */
  write(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Reads bytes from `start` to before `end`, piece by piece. @throws MissingBytes */
  read(id: string, start: number, end: number): AsyncIterable<Buffer>;
  /** Takes away all that there is of a file, be it whole or not; none is fine. */
  remove(id: string): Promise<void>;
}

/** A file has fewer bytes in a place than it should; or it was moved to another. */
export class MissingBytes extends Error {
  constructor(id: string, options?: ErrorOptions) {
    super(`The bytes of file ${id} are missing`, options);
    this.name = 'MissingBytes';
  }
}

/** Cuts a stream into pieces of a size, the last of which may be shorter; none is empty. */
export async function* cutInto(bytes: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.length >= bytes) {
      const missing = bytes - size;
      held.push(rest.subarray(0, missing));
      yield Buffer.concat(held, bytes);
      rest = rest.subarray(missing);
      held = [];
      size = 0;
    }
    if (rest.length === 0) continue;
    held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held, size);
}
