import { expect, test } from 'vitest';
import { evidenceFault } from '../proof/evidence-files.ts';
import { claimedType, endingsOf, signatureOf, tableFile, trueName } from './files.ts';

const faultOf = (name: string, size = 1) =>
  tableFile('Please choose a file').safeParse({ name, size }).error?.issues[0]?.message;

test.each(['a.xlsx', 'A.XLSX', 'a.xlsm', 'a.xltx', 'a.csv', 'a.b.tsv', 'a.txt'])('%s may be a table', (name) => {
  expect(faultOf(name)).toBeUndefined();
});

test.each([
  ['a.xls', 'This kind of file is not read. Open it in Excel and save it as .xlsx'],
  ['a.XLSB', 'This kind of file is not read. Open it in Excel and save it as .xlsx'],
  ['a.xml', 'This kind of file is not read. Open it in Excel and save it as .xlsx'],
  ['a.html', 'This kind of file is not read. Open it in Excel and save it as .xlsx'],
  ['a.ods', 'Please save the file as an Excel workbook (.xlsx) or as CSV, and choose that'],
  ['a.pdf', 'Please choose an Excel workbook (.xlsx) or a CSV file'],
  ['xlsx', 'Please choose an Excel workbook (.xlsx) or a CSV file'],
])('%s is refused: %s', (name, message) => {
  expect(faultOf(name)).toBe(message);
});

test('a table has from 1 byte to 50 MB', () => {
  expect(faultOf('a.csv', 0)).toBe('The file is empty');
  expect(faultOf('a.csv', 50 * 1024 * 1024 + 1)).toBe('The file must be at most 50 MB');
});

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const JPEG = bytes('\xff\xd8\xff\xe0\x00\x10JFIF');
const PNG = bytes('\x89PNG\r\n\x1a\n\x00\x00');
const WEBP = bytes('RIFF\x24\x00\x00\x00WEBPVP8 ');
const HEIC = bytes('\x00\x00\x00\x18ftypheic\x00\x00');
const PDF = bytes('%PDF-1.7\n');

test.each([
  ['IMG_1.jpg', HEIC, 'IMG_1.heic'],
  ['IMG_2.HEIC', JPEG, 'IMG_2.jpg'],
  ['a.jfif', JPEG, 'a.jpg'],
  ['a.JPEG', JPEG, 'a.JPEG'],
  ['a.heif', HEIC, 'a.heif'],
  ['photo', PNG, 'photo.png'],
  ['photo.png', WEBP, 'photo.webp'],
  ['challan.jpg', PDF, 'challan.pdf'],
  ['challan.PDF', PDF, 'challan.PDF'],
  ['challan.jpg', bytes('\xef\xbb\xbf%PDF-1.7\n'), 'challan.pdf'],
  ['challan.jpg', bytes(`${'\r\n'.repeat(512)}%PDF-1.7`), 'challan.pdf'],
  ['challan.jpg', bytes(`${' '.repeat(1025)}%PDF-1.7`), 'challan.jpg'],
  ['setup.jpg', bytes('MZ\n%PDF-1.7'), 'setup.jpg'],
  ['ECR 11.2026', PDF, 'ECR 11.2026.pdf'],
  ['ECR Nov. 2026', PDF, 'ECR Nov. 2026.pdf'],
  ['.jpg', PDF, '.jpg.pdf'],
  ['list.csv', bytes('a,b\n'), 'list.csv'],
  ['list.pdf', bytes('a,b\n'), 'list.pdf'],
  ['movie.heic', bytes('\x00\x00\x00\x18ftypisom'), 'movie.heic'],
  ['sound.webp', bytes('RIFF\x24\x00\x00\x00WAVEfmt '), 'sound.webp'],
  ['', JPEG, ''],
  ['empty.jpg', bytes(''), 'empty.jpg'],
])('%j has the true name by its content', (name, firstBytes, expected) => {
  expect(trueName(name, firstBytes)).toBe(expected);
  // A second look changes nothing.
  expect(trueName(expected, firstBytes)).toBe(expected);
});

test('every ending of the browser’s dialog is one of the types', () => {
  for (const ending of endingsOf(['jpg', 'heic', 'xls']))
    expect(['jpg', 'heic', 'xls']).toContain(claimedType(`a${ending}`));
  expect(endingsOf(['jpg'])).toEqual(['.jpg', '.jpeg', '.jpe', '.jfif']);
  expect(signatureOf(new Uint8Array(0))).toBeNull();
});

test.each([
  ['MC_Template.xls', 'xls', null],
  ['TAN_2026.csi', 'csv', null],
  ['receipt.eml', 'csv', null],
  ['receipt.eml', 'eml', null],
  ['receipt.msg', 'msg', null],
  ['portal.zip', 'zip', null],
  ['portal.rar', undefined, 'Please unpack the archive first, and add what is in it'],
  ['page.xls', null, 'This file is not what its name says. Please open it in Excel and save it as .xlsx, and add that'],
  ['a.msg', 'doc', 'This file is not what its name says, cannot be opened, or would do something when it is'],
] as const)('of evidence called %s that is %s it is said: %s', (name, content, fault) => {
  expect(evidenceFault({ name, size: 10, content })).toBe(fault);
});
