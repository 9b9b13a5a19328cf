import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '@anupalan/contract/passkeys';

/** What an authenticator or a browser may get wrong on purpose. */
interface Wrongs {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** The counter that is told; the authenticator's own otherwise. */
  readonly counter?: number;
  readonly absent?: boolean;
  readonly type?: string;
  readonly format?: string;
}

const PRESENT = 0x01;
const WITH_CREDENTIAL = 0x40;

/** A passkey in software: P-256, on one site, with a counter of its signatures unless it has none. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #counts: boolean;
  #counter = 0;

  constructor({ origin = 'http://localhost:3000', counts = true } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  create(options: CreationOptions, wrong: Wrongs = {}): NewCredential {
    const clientData = this.#clientData('webauthn.create', options.challenge, wrong);
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = encode(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, WITH_CREDENTIAL, wrong),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      key,
    ]);
    const certificates = wrong.format ? [['x5c', [randomBytes(20)]] as const] : [];
    const attestation = new Map<string, unknown>([
      ['fmt', wrong.format ?? 'none'],
      ['attStmt', new Map<string, unknown>(certificates)],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  sign(options: RequestOptions, wrong: Wrongs = {}): Assertion {
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong);
    const authData = this.#authenticatorData(options.rpId, 0, wrong);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      },
    };
  }

  #clientData(type: string, challenge: string, wrong: Wrongs): Buffer {
    const origin = wrong.origin ?? this.#origin;
    return Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(rpId: string, flags: number, wrong: Wrongs): Buffer {
    if (this.#counts) this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.#counter);
    const site = createHash('sha256')
      .update(wrong.rpId ?? rpId)
      .digest();
    return Buffer.concat([site, Buffer.from([flags | (wrong.absent ? 0 : PRESENT)]), counter]);
  }
}

/** A value as CBOR, as far as authenticators use it. */
function encode(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [encode(key), encode(held)])]);
  throw new Error('not encoded here');
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
