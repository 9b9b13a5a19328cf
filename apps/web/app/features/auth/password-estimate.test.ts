import { expect, test } from 'vitest';
import { listPersonalWords, toEstimateRequest } from './password-estimate.ts';

test('personal words count whole and in parts, once each, in any case', () => {
  expect(listPersonalWords(['Asha', 'Rao & Sons', 'asha.rao@example.in', ''])).toEqual([
    'asha',
    'rao & sons',
    'rao',
    'sons',
    'asha.rao@example.in',
    'example',
  ]);
});

test('the longest passwords are judged by their beginning', () => {
  expect(toEstimateRequest('x'.repeat(200), []).password).toHaveLength(64);
});
