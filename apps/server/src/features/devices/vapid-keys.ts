import { createECDH } from 'node:crypto';
import { readInstanceKey } from '../../platform/keys/instance-keys.ts';
import type { Db } from '../../platform/postgres/database.ts';

const CURVE = 'prime256v1';
const KEY_BYTES = 32;

/** The keys by which push services know this installation (RFC 8292), as base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Reads the keys of pushes, which are made once and kept with the data: with others every device would be lost. */
export async function readVapidKeys(db: Db): Promise<VapidKeys> {
  const key = await readInstanceKey(db, 'vapid', makeKey);
  const pair = createECDH(CURVE);
  pair.setPrivateKey(key);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: key.toString('base64url') };
}

function makeKey(): Buffer {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const key = pair.getPrivateKey();
  // A number that begins with zeros comes shorter than its field.
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]);
}
