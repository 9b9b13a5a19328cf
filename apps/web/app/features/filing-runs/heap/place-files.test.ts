import { expect, test } from 'vitest';
import { changeDraft, draftOf, toEntries } from '../run-drafts.ts';
import { keyOfMatch, mergeMatches, needsAnEye, placedFiles, placeFile, takeFileOff } from './place-files.ts';

const A = '0199f000-0000-7000-8000-00000000000a';
const NUMBER = '0199f000-0000-7000-8000-00000000000b';
const FILE = { id: '0199f000-0000-7000-8000-0000000000f1', name: 'challan.pdf' };
const OTHER = { id: '0199f000-0000-7000-8000-0000000000f2', name: 'ecr.txt' };
const READ = { number: 'TRRN 4711', amount: 1250, day: '2026-12-12T00:00:00.000Z' };

test('a file brings what was read in it, and says that the line is done', () => {
  const drafts = placeFile({}, A, { file: FILE, match: READ });
  expect(draftOf(drafts, A)).toMatchObject({
    status: 'done',
    number: 'TRRN 4711',
    amount: '1250',
    paidOn: '2026-12-12',
    files: [FILE],
  });
  expect(toEntries(drafts).entries).toMatchObject([{ companyId: A, status: 'done', evidence: [FILE.id] }]);
});

test('what was typed stays, and a nil filing gets no amount', () => {
  const typed = changeDraft({}, A, { number: '7', status: 'on-hold' });
  expect(draftOf(placeFile(typed, A, { file: FILE, match: READ }), A)).toMatchObject({
    number: '7',
    status: 'on-hold',
  });
  const nil = changeDraft({}, A, { nil: true });
  expect(draftOf(placeFile(nil, A, { file: FILE, match: READ }), A)).toMatchObject({
    nil: true,
    amount: '',
    paidOn: '',
  });
});

test('a second file of a line joins the first and changes nothing that it brought', () => {
  const one = placeFile({}, A, { file: FILE, match: READ });
  const two = placeFile(one, A, { file: OTHER, match: { ...READ, number: '9', amount: 1 } });
  expect(draftOf(two, A)).toMatchObject({ number: 'TRRN 4711', amount: '1250', files: [FILE, OTHER] });
  expect(placedFiles(two)).toEqual(new Set([FILE.id, OTHER.id]));
  expect(draftOf(takeFileOff(two, A, FILE.id), A).files).toEqual([OTHER]);
});

test('an amount and its day are taken together or not at all, and an amount alone needs an eye', () => {
  const fine = { text: 'read' as const, mismatch: [], sameAs: [], sameElsewhere: [] };
  for (const half of [
    { ...READ, day: null },
    { ...READ, amount: null },
  ]) {
    const drafts = placeFile({}, A, { file: FILE, match: half });
    expect(draftOf(drafts, A)).toMatchObject({ number: 'TRRN 4711', amount: '', paidOn: '' });
    expect(toEntries(drafts)).toMatchObject({ entries: [{ companyId: A }], faults: {} });
    expect(needsAnEye({ ...fine, ...half }, A)).toBe(half.amount !== null);
  }
  expect(needsAnEye({ ...fine, ...READ }, A)).toBe(false);
});

test('a file goes to the line of its company, or of its number, and to none that is not there', () => {
  const keys = new Set([A, `${A} ${NUMBER}`]);
  expect(keyOfMatch({ companyId: A, registrationId: null }, keys)).toBe(A);
  expect(keyOfMatch({ companyId: A, registrationId: NUMBER }, keys)).toBe(`${A} ${NUMBER}`);
  expect(keyOfMatch({ companyId: A, registrationId: null }, new Set([`${A} ${NUMBER}`]))).toBeNull();
  expect(keyOfMatch({ companyId: null, registrationId: null }, keys)).toBeNull();
});

test('without a line, of another period or there already, it needs an eye', () => {
  const fine = { text: 'read' as const, amount: null, day: null, mismatch: [], sameAs: [], sameElsewhere: [] };
  expect(needsAnEye(fine, A)).toBe(false);
  expect(needsAnEye(fine, null)).toBe(true);
  expect(needsAnEye({ ...fine, mismatch: ['It is about October 2026'] }, A)).toBe(true);
  expect(needsAnEye({ ...fine, sameAs: [OTHER.id] }, A)).toBe(true);
});

test('what was not read needs an eye, as it goes by its name alone; a scan has no text to be read', () => {
  const fine = { amount: null, day: null, mismatch: [], sameAs: [], sameElsewhere: [] };
  for (const text of ['waiting', 'unreadable', 'locked', 'large', 'infected'] as const) {
    expect(needsAnEye({ ...fine, text }, A)).toBe(true);
  }
  expect(needsAnEye({ ...fine, text: 'none' }, A)).toBe(false);
});

test('what is read later takes the place of what was known, and twins that were told stay', () => {
  const known = { companyId: null, registrationId: null, why: '', among: [], mismatch: [], sameElsewhere: [] };
  const waiting = { ...known, evidenceId: FILE.id, text: 'waiting', number: null, amount: null, day: null } as const;
  const before = mergeMatches(new Map(), [{ ...waiting, sameAs: [OTHER.id] }]);
  const after = mergeMatches(before, [{ ...waiting, ...READ, text: 'read', sameAs: [] }]);
  expect(after.get(FILE.id)).toMatchObject({ text: 'read', number: READ.number, sameAs: [OTHER.id] });
});
