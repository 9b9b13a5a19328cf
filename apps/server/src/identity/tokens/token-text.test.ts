import { expect, test } from 'vitest';
import { isApiToken, isWellFormed, newApiToken } from './token-text.ts';

test('a token has a prefix, random characters and a checksum, and no two are the same', () => {
  const [one, other] = [newApiToken(), newApiToken()];
  expect(one).toMatch(/^anu_[\w-]{43}[0-9a-f]{8}$/);
  expect(one).not.toBe(other);
  expect([isApiToken(one), isWellFormed(one)]).toEqual([true, true]);
});

test('one that was mistyped or made up is no token', () => {
  const token = newApiToken();
  const mistyped = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const made = `anu_${'A'.repeat(43)}00000000`;
  const wrong = [mistyped, made, token.slice(0, -1), `${token}0`, token.toUpperCase(), 'anu_', ''];
  expect(wrong.filter(isWellFormed)).toEqual([]);
});

test('the session of a person is no API token', () => {
  expect(isApiToken('xanu_')).toBe(false);
});
