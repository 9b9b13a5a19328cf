import { listActs } from '@anupalan/contract/acts';
import { expect, test } from 'vitest';
import { listPromises } from './list-promises.ts';

test('the operationId of a call is promised, once', () => {
  const promised = [...listPromises(listActs)].filter((line) => line.startsWith('operationId'));
  expect(promised).toEqual(['operationId: listActs']);
});
