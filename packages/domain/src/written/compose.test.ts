import { expect, test } from 'vitest';
import { composeText } from './compose.ts';

test('a letter with thousands of marks is composed in no time', () => {
  const began = process.cpuUsage();
  composeText(`a${'\u0316\u0300'.repeat(200_000)}`);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

test.each([
  ['e\u0301', 'NFC', '\u00e9'],
  [`e\u0301${'\u0300'.repeat(29)}`, 'NFC', `\u00e9${'\u0300'.repeat(29)}`],
  ['क\u093c', 'NFC', 'क\u093c'],
  ['\uff11\ufb01', 'NFKC', '1fi'],
] as const)('%j in %s is %j', (text, form, composed) => {
  expect(composeText(text, form)).toBe(composed);
});
