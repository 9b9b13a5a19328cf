import { expect, test } from 'vitest';
import { toForm } from './upload.ts';

const PDF = new File(['%PDF'], 'Offer letter.pdf');
const DOC = new File(['doc'], 'About us.doc');

test('texts and a file are parts; what is empty is left out', () => {
  const form = toForm({ title: 'Offer', description: '', note: undefined, file: PDF });
  expect([...form.keys()]).toEqual(['title', 'file']);
  expect(form.get('file')).toMatchObject({ name: 'Offer letter.pdf', size: 4 });
});

test('several files repeat their part', () => {
  expect(toForm({ files: [PDF, DOC] }).getAll('files')).toMatchObject([{ name: PDF.name }, { name: DOC.name }]);
  expect([...toForm({ files: [] }).keys()]).toEqual([]);
});

test('what no form can carry is a mistake of ours', () => {
  expect(() => toForm({ file: { name: 'x.pdf', size: 3 } })).toThrow(TypeError);
});
