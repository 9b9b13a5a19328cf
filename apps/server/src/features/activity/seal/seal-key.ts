import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readInstanceKey } from '../../../platform/keys/instance-keys.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';

/** The public key of this installation's seals, as it is given out. */
export interface PublicSealKey {
  /** Base64 of its SPKI form. */
  readonly publicKey: string;
  /** SHA-256 of the bytes of that form, as hexadecimal digits. */
  readonly fingerprint: string;
}

/** What signs seals, files of activity and manifests. */
export interface SealKey extends PublicSealKey {
  /** The signature over the canonical JSON of what is said. */
  sign(said: JsonObject): Buffer;
}

/** Reads the key of this installation, which is made once and kept with the data: with another one no old seal is its. */
export async function readSealKey(db: Db): Promise<SealKey> {
  const secret = await readInstanceKey(db, 'seals', makeKey);
  const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: publicKey.toString('base64'),
    fingerprint: createHash('sha256').update(publicKey).digest('hex'),
    sign: (said) => sign(null, Buffer.from(canonicalJson(said)), key),
  };
}

function makeKey(): Buffer {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
}
