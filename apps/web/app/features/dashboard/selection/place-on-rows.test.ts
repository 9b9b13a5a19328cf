import { expect, test } from 'vitest';
import { ALL_ROWS, filesOfRows, MOST_COPIES, placeOnRows } from './place-on-rows.ts';

const EPF = { id: 'epf', words: 'ECR and EPF contribution, Provident Fund Act' };
const ESI = { id: 'esi', words: 'ESI contribution, State Insurance Act' };
const file = (key: string, name = `${key}.pdf`) => ({ key, name });
const place = (files: ReturnType<typeof file>[], rows = [EPF, ESI], chosen = {}) => [
  ...placeOnRows(files, rows, chosen).values(),
];

test('a file goes to the row that its name names as no other does', () => {
  expect(place([file('a', 'ESI challan Nov.pdf'), file('b', 'ECR_2026-11.txt')])).toEqual(['esi', 'epf']);
  expect(place([file('a', 'contribution.pdf'), file('b', 'scan0001.pdf')])).toEqual([null, null]);
});

test('words that many obligations have name no row', () => {
  const tds = { id: 'tds', words: 'TDS on salary: deposit tax deducted, Income-tax Act' };
  const fund = { id: 'fund', words: 'Labour welfare fund: contribution, Tamil Nadu' };
  const files = [
    file('a', 'Professional tax challan, Tamil Nadu.pdf'),
    file('b', 'Tax return.pdf'),
    file('c', 'tds.pdf'),
  ];
  expect(place(files, [tds, fund])).toEqual([null, null, 'tds']);
});

test('the only file is for every row, as long as these are few; the only row has every file', () => {
  expect(place([file('scan')])).toEqual([ALL_ROWS]);
  expect(place([file('scan'), file('page')], [EPF])).toEqual(['epf', 'epf']);
  const many = Array.from({ length: MOST_COPIES + 1 }, (_, n) => ({ id: String(n), words: 'x' }));
  expect(place([file('scan')], many)).toEqual([null]);
});

test('what somebody chose holds, also that it is for none; a row that is gone is none', () => {
  const files = [file('a', 'ESI.pdf'), file('b', 'ESI 2.pdf'), file('c', 'ESI 3.pdf')];
  expect(place(files, [EPF, ESI], { a: 'epf', b: null, c: 'gone' })).toEqual(['epf', null, 'esi']);
});

test('the files of a row are its own and a copy of what is for every row', () => {
  const placed = new Map([
    ['a', ALL_ROWS],
    ['b', 'esi'],
    ['c', null],
  ]);
  const files = filesOfRows(placed, [EPF, ESI], (key, row) => (key === 'a' ? `a of ${row}` : key));
  expect(Object.fromEntries(files)).toEqual({ epf: ['a of epf'], esi: ['a of esi', 'b'] });
});
