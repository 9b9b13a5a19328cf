import { createDecipheriv, hash } from 'node:crypto';
import { CompoundFile } from '../../../platform/files/inspection/compound-file.ts';
import { type Attributes, readXml } from './read-xml.ts';

/** What spreadsheets try before they ask for a password: a workbook that is locked without one has this. */
const TRIED_FIRST = Buffer.from('VelvetSweatshop', 'utf16le');

/** The version of what is described in XML, "agile"; before it was "standard" (MS-OFFCRYPTO 2.3.4). */
const AGILE = 0x0004_0004;

/** How to decrypt what is packed, or null where the password is another one. */
type Unlock = ((packed: Buffer) => Buffer) | null;

/**
 * The workbook in an encrypted file that spreadsheets open without asking for a password; null where they ask.
 * @throws when it can't be read
 */
export async function unlockWorkbook(bytes: Buffer): Promise<Buffer | null> {
  const file = new CompoundFile(bytes);
  const info = file.contentOf('EncryptionInfo');
  const unlock = info.readUInt32LE(0) === AGILE ? await openAgile(info.subarray(8)) : openStandard(info);
  if (!unlock) return null;
  const content = file.contentOf('EncryptedPackage');
  return unlock(wholeBlocks(content.subarray(8))).subarray(0, content.readUInt32LE(0));
}

const BLOCK = 16;

function wholeBlocks(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length - (bytes.length % BLOCK));
}

function openStandard(info: Buffer): Unlock {
  const keyBytes = info.readUInt32LE(28) / 8;
  const verifier = info.subarray(12 + info.readUInt32LE(8));
  const [salt, input, hashed] = [verifier.subarray(4, 20), verifier.subarray(20, 36), verifier.subarray(40, 72)];
  const hardened = harden('sha1', salt, 50_000);
  const digest = sha('sha1', hardened, Buffer.alloc(4));
  const half = (fill: number) =>
    sha(
      'sha1',
      Buffer.alloc(64, fill).map((byte, at) => byte ^ (digest[at] ?? 0)),
    );
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBytes);
  const unlock = (packed: Buffer) => decrypt('ecb', key, null, packed);
  return isHash('sha1', unlock(input), unlock(hashed)) ? unlock : null;
}

/** What is hashed behind the password for the verifier, for its hash, and for the key (MS-OFFCRYPTO 2.3.4.13). */
const VERIFIER = Buffer.from('fea7d2763b4b9e79', 'hex');
const VERIFIER_HASH = Buffer.from('d7aa0f6d3061344e', 'hex');
const KEY = Buffer.from('146e0be7abacd0d6', 'hex');

/** Times that a password is hashed at most; Excel and LibreOffice do it 100,000 times. */
const MOST_TIMES = 1_000_000;

/** Bytes of a package that are encrypted at once. */
const SEGMENT = 4_096;

async function openAgile(xml: Buffer): Promise<Unlock> {
  const { data, key: locked } = await readAgile(xml);
  // Whoever hardens it further has a password of their own.
  if (Number(locked.spinCount) > MOST_TIMES) return null;
  const algorithm = hashOf(locked);
  const salt = bytesOf(locked.saltValue);
  const hardened = harden(algorithm, salt, Number(locked.spinCount));
  const open = (purpose: Buffer, value: string | undefined) =>
    decrypt(
      'cbc',
      fit(sha(algorithm, hardened, purpose), Number(locked.keyBits) / 8),
      fit(salt, BLOCK),
      bytesOf(value),
    );
  const input = open(VERIFIER, locked.encryptedVerifierHashInput);
  const hashed = open(VERIFIER_HASH, locked.encryptedVerifierHashValue);
  if (!isHash(algorithm, input.subarray(0, salt.length), hashed)) return null;
  const key = open(KEY, locked.encryptedKeyValue).subarray(0, Number(data.keyBits) / 8);
  return (packed) => decryptSegments(key, data, packed);
}

async function readAgile(xml: Buffer): Promise<{ data: Attributes; key: Attributes }> {
  let data: Attributes = {};
  let key: Attributes = {};
  async function* once() {
    yield xml;
  }
  await readXml(once(), {
    open: (name, attributes) => {
      if (name === 'keyData') data = attributes;
      else if (/(?:^|:)encryptedKey$/.test(name) && attributes.encryptedVerifierHashInput) key = attributes;
    },
  });
  return { data, key };
}

function decryptSegments(key: Buffer, data: Attributes, packed: Buffer): Buffer {
  const salt = bytesOf(data.saltValue);
  const segments: Buffer[] = [];
  for (let at = 0; at < packed.length; at += SEGMENT) {
    const iv = fit(sha(hashOf(data), salt, numberOf(segments.length)), BLOCK);
    segments.push(decrypt('cbc', key, iv, packed.subarray(at, at + SEGMENT)));
  }
  return Buffer.concat(segments);
}

/** The password behind a salt, hashed so many times that guessing takes long. */
function harden(algorithm: string, salt: Buffer, times: number): Buffer {
  let digest = sha(algorithm, salt, TRIED_FIRST);
  for (let n = 0; n < times; n++) digest = sha(algorithm, numberOf(n), digest);
  return digest;
}

function isHash(algorithm: string, input: Buffer, hashed: Buffer): boolean {
  const expected = sha(algorithm, input);
  return hashed.subarray(0, expected.length).equals(expected);
}

function sha(algorithm: string, ...parts: Uint8Array[]): Buffer {
  return hash(algorithm, Buffer.concat(parts), 'buffer');
}

function decrypt(mode: 'ecb' | 'cbc', key: Buffer, iv: Buffer | null, packed: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(packed), decipher.final()]);
}

/** Bytes cut, or filled up, to a length. */
function fit(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);
}

function hashOf({ hashAlgorithm = '' }: Attributes): string {
  return hashAlgorithm.toLowerCase().replace('-', '');
}

function bytesOf(base64 = ''): Buffer {
  return Buffer.from(base64, 'base64');
}

function numberOf(n: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(n);
  return bytes;
}
