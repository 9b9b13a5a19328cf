import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate that signs itself, and its key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate for a host name, of a day before and after now, as X.509 has it (RFC 5280) in DER. */
export function makeCertificate(name: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = sequence(
    explicit(0, integer(2)),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    distinguishedName(name),
    sequence(timeInDays(-1), timeInDays(1)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(alternativeName(name))),
  );
  const signature = bitString(sign('sha256', content, privateKey));
  return { cert: pem('CERTIFICATE', sequence(content, ECDSA_WITH_SHA256, signature)), key: pemOf(privateKey) };
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function explicit(number: number, content: Buffer): Buffer {
  return element(0xa0 + number, content);
}

function integer(value: number): Buffer {
  return element(0x02, Buffer.from([value]));
}

function bitString(bits: Buffer): Buffer {
  return element(0x03, Buffer.concat([Buffer.from([0]), bits]));
}

/** An object identifier, from its bytes in hexadecimal. */
function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');
const SUBJECT_ALTERNATIVE_NAME = objectId('551d11');

function distinguishedName(name: string): Buffer {
  return sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from(name)))));
}

function alternativeName(name: string): Buffer {
  return sequence(SUBJECT_ALTERNATIVE_NAME, element(0x04, sequence(element(0x82, Buffer.from(name)))));
}

function timeInDays(days: number): Buffer {
  const time = Temporal.Now.instant().add({ hours: 24 * days });
  return element(0x17, Buffer.from(`${time.toString({ smallestUnit: 'second' }).slice(2).replace(/[-:T]/g, '')}`));
}

function pem(label: string, content: Buffer): string {
  // OpenSSL refuses an empty line, so a full last line gets no break of its own.
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

function pemOf(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}
