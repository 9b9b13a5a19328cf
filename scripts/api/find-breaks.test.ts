import { expect, test } from 'vitest';
import { findBreaks, readPromises, writePromises } from './find-breaks.ts';

const BEFORE = `GET /acts
  > 200.data[].name: string
  > 200.data[].note may be left out
  > 200.data[].note: string
  operationId: listActs
POST /acts
  < body.name is required
  < body.name: string
  < body.role takes "member"
`;

test.each([
  ['nothing', BEFORE, []],
  ['a new call', `${BEFORE}PUT /acts\n  < body.name is required\n`, []],
  ['a new key of an answer', add('  > 200.data[].state: string'), []],
  ['a new key that a request may have', add('  < body.note: string', 'POST /acts'), []],
  ['a key that a request no longer needs', drop('  < body.name is required'), []],
  ['a key that is always there now', drop('  > 200.data[].note may be left out'), []],
  ['a call that has gone', BEFORE.slice(0, BEFORE.indexOf('POST')), ['POST /acts: the call has gone']],
  [
    'a key of an answer that has gone',
    drop('  > 200.data[].name: string'),
    ['GET /acts: "> 200.data[].name: string" has gone'],
  ],
  [
    'a key of an answer that may be null now',
    add('  > 200.data[].name: null'),
    ['GET /acts: "> 200.data[].name: null" is new'],
  ],
  [
    'a key of an answer that may be left out now',
    add('  > 200.data[].name may be left out'),
    ['GET /acts: "> 200.data[].name may be left out" is new'],
  ],
  [
    'a key that a request needs now',
    add('  < body.state is required', 'POST /acts'),
    ['POST /acts: "< body.state is required" is new'],
  ],
  [
    'a value that a request no longer takes',
    drop('  < body.role takes "member"'),
    ['POST /acts: "< body.role takes "member"" has gone'],
  ],
  [
    'another operationId',
    BEFORE.replace('listActs', 'findActs'),
    ['GET /acts: "operationId: listActs" has gone', 'GET /acts: "operationId: findActs" is new'],
  ],
])('%s', (_, after, breaks) => {
  expect(findBreaks(readPromises(BEFORE), readPromises(after))).toEqual(breaks);
});

test('what is written is read as it was', () => {
  const promises = readPromises(BEFORE);
  expect(readPromises(writePromises(promises))).toEqual(promises);
});

function add(line: string, call = 'GET /acts'): string {
  return BEFORE.replace(`${call}\n`, `${call}\n${line}\n`);
}

function drop(line: string): string {
  return BEFORE.replace(`${line}\n`, '');
}
