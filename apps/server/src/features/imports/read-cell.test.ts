import { describe, expect, test } from 'vitest';
import type { Reads } from './column.ts';
import { readCell } from './read-cell.ts';
import type { Cell } from './reading/cell.ts';

const read = (reads: Reads, cell: Cell) => {
  const reading = readCell(cell, { reads });
  return 'expected' in reading ? reading.expected : reading.value;
};

const DAY = 'a date such as 31/12/2026 (day, month, year) or 2026-12-31';
const DIGITS = 'all digits: a spreadsheet keeps 15 of a number, so format the column as text and type the number again';

describe('a day', () => {
  test.each<[Cell, unknown]>([
    ['05/04/2026', '2026-04-05T00:00:00.000Z'],
    ['5.4.2026', '2026-04-05T00:00:00.000Z'],
    ['29-02-2028', '2028-02-29T00:00:00.000Z'],
    ['2026-04-05', '2026-04-05T00:00:00.000Z'],
    [{ day: '2026-04-05' }, '2026-04-05T00:00:00.000Z'],
    ['31/02/2026', `${DAY}: there is no 31/02/2026`],
    ['29/02/2026', `${DAY}: there is no 29/02/2026`],
    ['12/31/2026', `${DAY}: the day comes first`],
    ['4/13/26', `${DAY}: the day comes first`],
    ['April 5, 2026', '2026-04-05T00:00:00.000Z'],
    ['5-Apr-26', '2026-04-05T00:00:00.000Z'],
    ['5 अप्रैल 2026', '2026-04-05T00:00:00.000Z'],
    ['05/04/26', '2026-04-05T00:00:00.000Z'],
    ['2026-04-05T00:00:00+05:30', '2026-04-05T00:00:00.000Z'],
    ['2026-04-05T23:00:00Z', '2026-04-05T00:00:00.000Z'],
    ['46117', DAY],
    ['soon', DAY],
    [46117, `${DAY}: 46117 is a plain number, so format the cell as a date`],
    [true, DAY],
  ])('%j', (cell, value) => {
    expect(read('day', cell)).toBe(value);
  });
});

describe('a text', () => {
  test.each<[Cell, unknown]>([
    ['0012345678901234', '0012345678901234'],
    [123456789012345, '123456789012345'],
    ['\u3000Jose\u0301\u00a0', 'José'],
    ['a\ud800b', "text without characters that can't be stored"],
    ['a\u0000b', "text without characters that can't be stored"],
    [1234567890123456, DIGITS],
    ['1.23457E+15', DIGITS],
    ['1,23E+15', DIGITS],
    [{ day: '2026-04-05' }, expect.stringContaining('made a date of it')],
    [' Rao & Sons ', 'Rao & Sons'],
    [false, 'FALSE'],
  ])('%j', (cell, value) => {
    expect(read('text', cell)).toEqual(value);
  });
});

describe('a number', () => {
  test.each<[Reads, Cell, unknown]>([
    ['amount', '₹ 1,25,000.50', 125000.5],
    ['amount', 'Rs. 500/-', 500],
    ['amount', 0.1 + 0.2, 0.3],
    ['amount', '₹\u00a01,23,456/-', 123456],
    ['amount', '१,२३,४५६.५०', 123456.5],
    ['amount', '500 Cr', 'an amount in rupees without Cr'],
    ['amount', '500.00 Dr', 'an amount in rupees without Dr'],
    ['amount', '(500)', 'an amount in rupees without brackets'],
    ['amount', '-500', 'an amount in rupees without a minus'],
    ['amount', -500, 'an amount in rupees without a minus'],
    ['whole', '-5', -5],
    ['whole', '१२०', 120],
    ['amount', '1.005', 'an amount in rupees with at most two decimals'],
    ['amount', '1.250,00', 'an amount in rupees, such as 12500 or 12,500.50'],
    ['whole', '1,20,000', 120000],
    ['whole', 12.5, 'a whole number'],
    ['wholes', '30; 7 3', [30, 7, 3]],
    ['wholes', 'None', []],
    ['wholes', 'soon', 'whole numbers separated by commas, such as 7, 3, 1'],
    ['yes', 'हाँ', true],
    ['yes', 'maybe', 'Yes or No'],
  ])('%s: %j', (reads, cell, value) => {
    expect(read(reads, cell)).toEqual(value);
  });
});

test('texts of any length are read or refused at once', () => {
  const before = process.cpuUsage();
  for (const reads of ['text', 'day', 'whole', 'amount', 'yes', 'wholes', 'moves', 'choice'] as const) {
    for (const piece of [' ', '1', '1,', '/', '-', ' 1', '(', '=', '\n']) read(reads, `x${piece.repeat(32_000)}x`);
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

describe('days that move to others', () => {
  const EXPECTED = expect.stringContaining('such as 07/04 to 30/04 (day/month)');
  test.each<[Cell, unknown]>([
    ['07/04 to 30/04', [{ of: '04-07', on: '04-30' }]],
    [
      '30/6 -> 15/07; 30.12 = 10.12\n1/2→2/2',
      [
        { of: '06-30', on: '07-15' },
        { of: '12-30', on: '12-10' },
        { of: '02-01', on: '02-02' },
      ],
    ],
    ['none', []],
    ['31/04 to 30/04', EXPECTED],
    ['04-07 to 04-30', EXPECTED],
    ['07/04 to 30/04, then', EXPECTED],
    [{ day: '2026-04-07' }, EXPECTED],
    [7, EXPECTED],
  ])('%j', (cell, value) => {
    expect(read('moves', cell)).toEqual(value);
  });
});
