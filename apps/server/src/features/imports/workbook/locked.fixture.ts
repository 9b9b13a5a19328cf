import { createCipheriv, hash, randomBytes } from 'node:crypto';
import { compound } from '../../../../test/forms.ts';

/** An encrypted workbook as Office 2007 writes one (MS-OFFCRYPTO 2.3.4.5): AES-128 by blocks, and SHA-1. */
export function lockStandard(workbook: Buffer, password: string): Buffer {
  const salt = randomBytes(16);
  const digest = hash('sha1', Buffer.concat([repeat('sha1', salt, password, 50_000), numbers(0)]), 'buffer');
  const key = hash('sha1', Buffer.alloc(64, 0x36).fill(xor(digest, 0x36), 0, 20), 'buffer').subarray(0, 16);
  const lock = (bytes: Buffer) => encrypt('aes-128-ecb', key, null, bytes);
  const input = randomBytes(16);
  const header = [...numbersOf(0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0), Buffer.from('AES\0', 'utf16le')];
  const verifier = [numbers(16), salt, lock(input), numbers(20), lock(hash('sha1', input, 'buffer'))];
  const size = Buffer.concat(header).length;
  return pack(Buffer.concat([numbers(0x0002_0003, 0x24, size), ...header, ...verifier]), workbook, lock(workbook));
}

/** An encrypted workbook as Office writes one since 2010 (MS-OFFCRYPTO 2.3.4.10): AES-256 by chains, and SHA-512. */
export function lockAgile(workbook: Buffer, password: string): Buffer {
  const [salt, dataSalt, input, key] = [16, 16, 16, 32].map((length) => randomBytes(length)) as Four;
  const hardened = repeat('sha512', salt, password, 1_000);
  const lock = (purpose: string, bytes: Buffer) => {
    const digest = hash('sha512', Buffer.concat([hardened, Buffer.from(purpose, 'hex')]), 'buffer');
    return encrypt('aes-256-cbc', digest.subarray(0, 32), salt, bytes).toString('base64');
  };
  const common =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" hashAlgorithm="SHA512"';
  const xml = `<?xml version="1.0"?><encryption xmlns="e" xmlns:p="p"><keyData ${common} saltValue="${dataSalt.toString('base64')}"/>
    <keyEncryptors><keyEncryptor uri="p"><p:encryptedKey spinCount="1000" ${common} saltValue="${salt.toString('base64')}"
    encryptedVerifierHashInput="${lock('fea7d2763b4b9e79', input)}"
    encryptedVerifierHashValue="${lock('d7aa0f6d3061344e', hash('sha512', input, 'buffer'))}"
    encryptedKeyValue="${lock('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const segments = Array.from({ length: Math.ceil(workbook.length / 4_096) }, (_, n) => {
    const iv = hash('sha512', Buffer.concat([dataSalt, numbers(n)]), 'buffer').subarray(0, 16);
    return encrypt('aes-256-cbc', key, iv, workbook.subarray(n * 4_096, (n + 1) * 4_096));
  });
  return pack(Buffer.concat([numbers(0x0004_0004, 0x40), Buffer.from(xml)]), workbook, Buffer.concat(segments));
}

type Four = [Buffer, Buffer, Buffer, Buffer];

function pack(info: Buffer, workbook: Buffer, locked: Buffer): Buffer {
  const content = Buffer.concat([numbers(workbook.length, 0), locked]);
  return compound({ EncryptionInfo: info.toString('hex'), EncryptedPackage: content.toString('hex') });
}

function repeat(algorithm: string, salt: Buffer, password: string, times: number): Buffer {
  let digest = hash(algorithm, Buffer.concat([salt, Buffer.from(password, 'utf16le')]), 'buffer');
  for (let n = 0; n < times; n++) digest = hash(algorithm, Buffer.concat([numbers(n), digest]), 'buffer');
  return digest;
}

function encrypt(cipher: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
  return createCipheriv(cipher, key, iv).setAutoPadding(false).update(padded);
}

function xor(bytes: Buffer, fill: number): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ fill));
}

function numbers(...all: number[]): Buffer {
  return Buffer.concat(numbersOf(...all));
}

function numbersOf(...all: number[]): Buffer[] {
  return all.map((number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(number);
    return bytes;
  });
}
