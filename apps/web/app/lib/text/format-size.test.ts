import { expect, test } from 'vitest';
import { formatSize } from './format-size.ts';

test.each([
  [0, '1 KB'],
  [1_536, '2 KB'],
  [1_023 * 1_024, '1023 KB'],
  [1_024 * 1_024, '1.0 MB'],
  [5.24 * 1_024 * 1_024, '5.2 MB'],
  [1_023 * 1_024 * 1_024, '1023.0 MB'],
  [2.5 * 1_024 ** 3, '2.5 GB'],
])('%d bytes are %s', (bytes, size) => {
  expect(formatSize(bytes)).toBe(size);
});
