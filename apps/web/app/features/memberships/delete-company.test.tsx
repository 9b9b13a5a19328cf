import { deleteCompany } from '@anupalan/contract/people/memberships';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { useCompany } from '../../lib/session/company.ts';
import { DeleteCompany } from './delete-company.tsx';
// Loaded beforehand: the page loads it late, and the machine may be busy.
import './delete-company-dialog.tsx';

const REFUSED = 'The company has work that is not finished';

function Page() {
  const company = useCompany();
  return company && <DeleteCompany company={company} />;
}

async function ask(people = 1) {
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ people }) }));
  const user = show(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Delete this company' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Delete Kulkarni Textiles' })) };
}

beforeEach(() => localStorage.setItem('token', 'asha'));

test('a company is deleted once its name is typed, which needs neither its capitals nor its spaces', async () => {
  const sent = serve(deleteCompany, () => failure(409, REFUSED));
  const { user, dialog } = await ask();
  const name = dialog.getByRole('textbox', { name: /Name of the company/ });
  await user.click(name);
  await user.paste('Kulkarni');
  await user.click(dialog.getByRole('button', { name: 'Delete the company' }));
  await dialog.findByText('Please type Kulkarni Textiles');
  expect(sent).toEqual([]);
  await user.click(name);
  await user.paste('  textiles');
  await user.click(dialog.getByRole('button', { name: 'Delete the company' }));
  await waitFor(() => expect(sent.map(({ params }) => params)).toEqual([{ id: makeMember().companyId }]));
  // A refusal stands in the form, which stays filled in.
  await dialog.findByText(REFUSED);
  expect(name).toHaveProperty('value', 'Kulkarni  textiles');
});

test('the others of a company are named among what it costs, and a question left behind deletes nothing', async () => {
  const sent = serve(deleteCompany, () => failure(409, REFUSED));
  const { user, dialog } = await ask(2);
  dialog.getByText(/The other people of the company lose access and are told by mail\./);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
});

test('who is alone reads nothing of others', async () => {
  const { dialog } = await ask();
  dialog.getByText(/^Your account stays/);
  expect(dialog.queryByText(/other people/)).toBeNull();
});
