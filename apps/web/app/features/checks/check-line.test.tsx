import type { Check } from '@anupalan/contract/people/checks';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { CheckLine } from './check-line.tsx';

const ID = '0199f000-0000-7000-8000-0000000000c1';

const CHECK: Check = {
  ...{ _id: ID, status: 'done', note: '', updatedBy: ID, createdAt: '2026-11-21T08:00:00.000Z' },
  ...{ complianceId: ID, title: 'EPF return', actName: 'EPF Act', date: '2026-11-15T00:00:00.000Z', files: 2 },
};

const DUTY: Check = {
  ...CHECK,
  complianceId: undefined,
  ...{ title: 'Send the report', duty: { _id: ID, isRestricted: true }, files: 0 },
  event: { _id: ID, kindName: 'Accident', label: 'A-1' },
};

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role: 'manager' }) }));
});

test.each([
  ['an item', CHECK, 'Evidence of EPF return, 15/11/2026: 2 files', '2 files'],
  ['a duty', DUTY, 'Add evidence of Send the report, A-1, 15/11/2026', 'Add evidence'],
])('a checker sees how many files are at the record of %s, and opens them', async (_, check, name, words) => {
  show(
    <ul>
      <CheckLine check={check} />
    </ul>,
  );
  expect((await screen.findByRole('button', { name })).textContent).toBe(words);
});
