import { expect, test } from 'vitest';
import { matchKept } from './match-kept.ts';

const KEPT = [
  { id: 'one', key: 'K-1', name: 'Act A File' },
  { id: 'two', key: 'K-2', name: 'Act A Pay' },
  { id: 'three', key: null, name: 'Act A  pay' },
  { id: 'four', key: null, name: 'Act B Hold' },
];

/** What becomes of rows of `key name`, one after the other. */
function match(...rows: [key: string | undefined, name: string][]) {
  const find = matchKept(KEPT);
  return rows.map(([key, name], n) => {
    const { id, faults } = find({ row: n + 2, key, name, column: 'title' });
    return faults[0]?.expected ?? id;
  });
}

test.each([
  ['by its key, whatever its name', [['K-1', 'Another']], ['one']],
  ['by its name, whatever its capitals and blanks', [[undefined, 'act b  HOLD']], ['four']],
  ['by its name with a key that is new, where it has none', [['K-9', 'Act B Hold']], ['four']],
  ['of another key it is another thing', [['K-9', 'Act A File']], [null]],
  ['by a name that several have only with a key', [[undefined, 'Act A Pay']], [/^a key of its own/]],
  ['with it the one', [['K-2', 'Act A Pay']], ['two']],
  [
    'two rows of one key',
    [
      ['N', 'x'],
      ['N', 'y'],
    ],
    [null, /row 2 is about the same/],
  ],
  [
    'two rows of one name without keys',
    [
      [undefined, 'x'],
      [undefined, 'X'],
    ],
    [null, /row 2/],
  ],
  [
    'two rows of one name with keys of their own',
    [
      ['N-1', 'x'],
      ['N-2', 'x'],
    ],
    [null, null],
  ],
  [
    'two rows of one name, one with a key',
    [
      ['N-1', 'x'],
      [undefined, 'x'],
    ],
    [null, /row 2/],
  ],
  [
    'the same the other way round',
    [
      [undefined, 'x'],
      ['N-1', 'x'],
    ],
    [null, /row 2/],
  ],
  [
    'one by its key, and one by its name',
    [
      ['K-1', 'z'],
      [undefined, 'Act A File'],
    ],
    ['one', /row 2/],
  ],
] as [string, [string | undefined, string][], unknown[]][])('%s', (_, rows, expected) => {
  const wanted = expected.map((one) => (one instanceof RegExp ? expect.stringMatching(one) : one));
  expect(match(...rows)).toEqual(wanted);
});
