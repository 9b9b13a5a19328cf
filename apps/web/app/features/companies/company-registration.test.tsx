import { getOwnCompany } from '@anupalan/contract/companies';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { CompanyRegistration } from './company-registration.tsx';

test('a company that could not be loaded says so after the first try, in place of the form', async () => {
  serve(getOwnProfile, () => success({ user: makeUser('Asha') }));
  serve(getOwnCompany, () => failure(503, 'The database is away'));
  const user = show(<CompanyRegistration />);
  await screen.findByText('The company could not be loaded.');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  serve(getOwnCompany, () => success({ company: null }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Next' });
});
