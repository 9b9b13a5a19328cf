import { expect, test } from 'vitest';
import { tableFile } from './files.ts';

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
