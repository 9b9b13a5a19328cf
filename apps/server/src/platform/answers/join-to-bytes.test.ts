import { expect, test } from 'vitest';
import { joinToBytes } from './join-to-bytes.ts';

test.each([[[]], [['{"a":1}']], [['{"a":"é"}', '{"a":"देय"}', '', '"🙂"']]])(
  'members %j are joined by commas',
  (members) => {
    expect(`${joinToBytes({ before: '{"data":[', members, after: ']}' })}`).toBe(`{"data":[${members.join(',')}]}`);
  },
);
