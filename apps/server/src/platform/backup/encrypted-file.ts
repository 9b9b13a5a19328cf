import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartupError } from '../errors/startup-error.ts';

/** The cost of guessing the passphrase, as the base-2 logarithm of scrypt's rounds: about a second a guess. */
const WORK_FACTOR = 18;

const SHORTEST_PASSPHRASE = 12;

export interface Lock {
  readonly passphrase: string;
  /** Lower in tests, which need no protection. */
  readonly workFactor?: number;
}

/** @throws StartupError when the passphrase is missing, or short enough to be guessed */
export function requirePassphrase(passphrase: string | undefined): string {
  if (passphrase !== undefined && passphrase.length >= SHORTEST_PASSPHRASE) return passphrase;
  const fault = passphrase === undefined ? 'is required' : 'is too short';
  throw new StartupError(
    `BACKUP_PASSPHRASE ${fault}: it must have at least ${SHORTEST_PASSPHRASE} characters, for example BACKUP_PASSPHRASE='four random words together'`,
  );
}

/**
 * Writes content, compressed and encrypted in the format of age, to a new file that only its owner may read: `age
 * --decrypt FILE | gunzip` reads it too.
 */
export async function writeEncrypted(
  file: string,
  { passphrase, workFactor = WORK_FACTOR }: Lock,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  const compressed = Readable.from(content, { objectMode: false }).compose(createGzip());
  const encrypted = await encrypter.encrypt(toWeb(compressed));
  await pipeline(fromWeb(encrypted), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}

/**
 * Reads a file that `writeEncrypted` wrote.
 * @throws StartupError when the passphrase is another one, or the file was cut off or changed.
 */
export async function* readEncrypted(file: string, passphrase: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const source = createReadStream(file);
  try {
    const decrypted = await decrypter.decrypt(toWeb(source));
    for await (const chunk of fromWeb(decrypted).compose(createGunzip())) yield chunk;
  } catch (error) {
    throw new StartupError(`${file} can't be read: ${explain(error)}`);
  } finally {
    source.destroy();
  }
}

function explain(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.includes('no identity matched') ? 'its passphrase is another one' : reason;
}

/** Node's web streams and those of the browser's types are the same at run time. */
function toWeb(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}
