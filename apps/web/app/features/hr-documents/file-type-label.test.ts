import { FILE_TYPES } from '@anupalan/contract/wire/files';
import { expect, test } from 'vitest';
import { labelOfFileType } from './file-type-label.ts';

test('every type has the label that people know it by', () => {
  expect(FILE_TYPES.map((type) => [type, labelOfFileType(type)])).toEqual([
    ['pdf', 'PDF Document'],
    ['doc', 'Word Document'],
    ['docx', 'Word Document'],
    ['csv', 'Document'],
    ['xlsx', 'Excel Document'],
  ]);
});
