import { getOwnProfile } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { ProfileSettings } from './profile-settings.tsx';

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember() }));
});

function OwnProfile() {
  const { user } = useSession();
  return user && <ProfileSettings user={user} />;
}

test.each([
  ['/profile', 'Profile Settings'],
  ['/profile#change-password', 'Change Password'],
])('%s opens with %s', async (at, title) => {
  show(<OwnProfile />, { at });
  expect((await screen.findByRole('heading')).textContent).toBe(title);
});
