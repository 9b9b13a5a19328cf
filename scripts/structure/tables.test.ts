import { describe, expect, test } from 'vitest';
import { checkWriters } from './tables.ts';

const check = (noun: string, text: string) =>
  checkWriters([{ file: `apps/server/src/features/${noun}/commands.ts`, text, imports: [] }], '');

describe('a table has one writer', () => {
  test.each([
    "trx.insertInto('users').values(row)",
    "trx\n.updateTable(\n'users as u').set(row)",
    "trx.deleteFrom('users')",
    'sql`insert into users (id) values (1)`',
    'sql`insert into "users" (id) values (1)`',
    'sql`UPDATE users AS u SET id = 1`',
    'sql`update "users" set id = 1`',
    'sql`with gone as (delete from users returning id) select 1`',
  ])('%s writes', (text) => {
    expect(check('mailbox', text)).toEqual([
      'apps/server/src/features/mailbox/commands.ts: users is written by users, not by mailbox',
    ]);
    expect(check('users', text)).toEqual([]);
  });

  test('reading, locking and words do not', () => {
    const text =
      "// insert into users\ntrx.selectFrom('users').forUpdate();\nsql`select 1 from users for update of users`";
    expect(check('mailbox', text)).toEqual([]);
  });

  test('a table that nobody was given is named', () => {
    expect(check('users', "insertInto('stars')")).toEqual([
      'apps/server/src/features/users/commands.ts: stars is written by nobody yet, not by users',
    ]);
  });

  test.each([
    'trx.deleteFrom(table)',
    'trx\n.updateTable(\nkind.table)',
    `sql\`insert into \${sql.table(table)} values (1)\``,
  ])('%s writes who knows what', (text) => {
    expect(check('users', text)).toEqual([
      "apps/server/src/features/users/commands.ts: a table is written that the code doesn't name",
    ]);
    expect(check('tracker', text)).toEqual([]);
  });
});
