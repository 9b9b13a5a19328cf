import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Lines that are written before they go to the disk together. */
const AT_ONCE = 500;

/**
 * Values that are kept on the disk until they were read as often as is needed, so that many cost no memory. Its file has
 * no name any more while it is open: whatever ends the process takes it along.
 */
export class Spool<T> {
  readonly #file: FileHandle;
  readonly #parse: (value: unknown) => T;
  #waiting: string[] = [];
  #count = 0;

  private constructor(file: FileHandle, parse: (value: unknown) => T) {
    this.#file = file;
    this.#parse = parse;
  }

  /** @param parse makes a value of what JSON left of it */
  static async open<T>(parse: (value: unknown) => T): Promise<Spool<T>> {
    const name = path.join(tmpdir(), `anupalan-${randomUUID()}`);
    const file = await open(name, 'wx+', 0o600);
    await rm(name);
    return new Spool(file, parse);
  }

  get count(): number {
    return this.#count;
  }

  async add(value: T): Promise<void> {
    this.#waiting.push(`${JSON.stringify(value)}\n`);
    this.#count++;
    if (this.#waiting.length >= AT_ONCE) await this.#flush();
  }

  async *read(): AsyncGenerator<T> {
    await this.#flush();
    const input = this.#file.createReadStream({ start: 0, autoClose: false, encoding: 'utf8' });
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield this.#parse(JSON.parse(line));
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const text = this.#waiting.join('');
    this.#waiting = [];
    await this.#file.appendFile(text);
  }
}
