import { listHandovers } from '@anupalan/contract/people/handovers';
import { listInvitations } from '@anupalan/contract/people/invitations';
import { listMembers } from '@anupalan/contract/people/members';
import { getPayer } from '@anupalan/contract/people/payers';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { People } from './people.tsx';

test('where the people could not be loaded, nobody is told to invite some before they hand over', async () => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role: 'owner' }) }));
  for (const beside of [listHandovers, listInvitations]) serve(beside, () => success([]));
  serve(getPayer, () => failure(500, 'Away'));
  serve(listMembers, () => failure(500, 'The database is away'));
  show(<People />);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Hand over' })).toBeNull();
});
