import { expect, test } from 'vitest';
import { evidenceId, makeEvidence, RECORD } from './evidence.fixture.ts';
import { listVersions, standingBySubject, whyNoneBySubject } from './list-versions.ts';

const removal = { at: '2026-11-21T08:00:00.000Z', by: RECORD, byName: null, reason: 'Wrong month' };
const revision = (number: number, of: number) => makeEvidence(number, { replaces: evidenceId(of) });
/** A file as the server answers it once another one took its place. */
const replaced = <T extends object>(file: T, by: number): T => ({ ...file, replacedBy: evidenceId(by) });
const names = (files: Parameters<typeof listVersions>[0]) =>
  listVersions(files).versions.map(({ current, earlier }) => [current, ...earlier].map(({ name }) => name));

test('a revision stands with the ones before it, whatever their order in the list', () => {
  expect(names([revision(3, 2), replaced(revision(2, 1), 3), replaced(makeEvidence(1), 2), makeEvidence(4)])).toEqual([
    ['challan-3.pdf', 'challan-2.pdf', 'challan-1.pdf'],
    ['challan-4.pdf'],
  ]);
  expect(names([replaced(makeEvidence(1), 2), revision(2, 1)])).toEqual([['challan-2.pdf', 'challan-1.pdf']]);
});

test('one whose revision was removed stands again, and a removed one between two versions is left out', () => {
  const files = [{ ...revision(2, 1), removed: removal }, makeEvidence(1)];
  expect(names(files)).toEqual([['challan-1.pdf']]);
  expect(listVersions(files).removed.map(({ name }) => name)).toEqual(['challan-2.pdf']);
  const between = replaced({ ...revision(2, 1), removed: removal }, 3);
  expect(names([revision(3, 2), between, replaced(makeEvidence(1), 3)])).toEqual([['challan-3.pdf', 'challan-1.pdf']]);
});

test('a file whose former is elsewhere stands by itself', () => {
  expect(names([revision(2, 1)])).toEqual([['challan-2.pdf']]);
  expect(names([replaced(makeEvidence(1), 2)])).toEqual([['challan-1.pdf']]);
});

test('files stand at their own subject, and at the records that were said again after them', () => {
  const files = [makeEvidence(1, { alsoOf: ['again'] }), makeEvidence(2), { ...makeEvidence(3), removed: removal }];
  const bySubject = standingBySubject(files);
  expect(bySubject.get(RECORD)?.map(({ name }) => name)).toEqual(['challan-1.pdf', 'challan-2.pdf']);
  expect(bySubject.get('again')?.map(({ name }) => name)).toEqual(['challan-1.pdf']);
});

test('a record that lost its last file has the reason of the last removal, and one that has a file none', () => {
  const late = { ...removal, at: '2026-11-22T08:00:00.000Z', reason: 'Not readable' };
  const files = [
    { ...makeEvidence(1, { alsoOf: ['again'] }), removed: late },
    { ...makeEvidence(2), removed: removal },
  ];
  expect(Object.fromEntries(whyNoneBySubject(files))).toEqual({ [RECORD]: 'Not readable', again: 'Not readable' });
  expect([...whyNoneBySubject([...files, makeEvidence(3)]).keys()]).toEqual(['again']);
});
