import { crc32 } from 'node:zlib';
import { newToken } from '../secrets.ts';

/** What every API token begins with, by which it is told from a session, and found where it shouldn't be. */
const PREFIX = 'anu_';

/** A new API token: the prefix, 256 random bits, and a checksum of both. */
export function newApiToken(): string {
  const text = `${PREFIX}${newToken()}`;
  return `${text}${checksum(text)}`;
}

export function isApiToken(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}

/** Whether a text could be an API token at all: one that was mistyped or made up has another checksum. */
export function isWellFormed(token: string): boolean {
  const [, text = '', sum] = /^(anu_[\w-]{43})([0-9a-f]{8})$/.exec(token) ?? [];
  return sum !== undefined && checksum(text) === sum;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
