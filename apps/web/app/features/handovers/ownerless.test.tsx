import { acceptHandover, appointOwner, getFreeze, listOwnerless } from '@anupalan/contract/people/handovers';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import FrozenBanner from './frozen-banner.tsx';
import { OwnerlessCompanies } from './ownerless-companies.tsx';

const [COMPANY, OFFER, RAVI] = ['c', 'd', 'e'].map((digit) => `01990000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];

const SINCE = '2026-11-22T00:00:00.000Z';
const UNTIL = '2027-02-20T00:00:00.000Z';

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ frozen: true }) }));
});

const offer = (forMe: boolean) => ({
  _id: OFFER,
  companyId: COMPANY,
  companyName: 'Kulkarni Textiles',
  from: null,
  to: { userId: RAVI, firstName: 'Ravi', lastName: 'Rao' },
  forMe,
  planAfter: 'free',
  createdAt: SINCE,
  expiresAt: UNTIL,
});

test('a frozen company says why, until when, and whom to write to', async () => {
  serve(getFreeze, () => success({ since: SINCE, until: UNTIL, offer: null }));
  show(<FrozenBanner />);
  await screen.findByText(/On .*2027 it is deleted with everything in it, unless it has an owner by then\./);
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^mailto:.+@/);
  expect(screen.queryByRole('button')).toBeNull();
});

test('while somebody else was asked to take it over it names them, and asks the viewer nothing', async () => {
  serve(getFreeze, () => success({ since: SINCE, until: UNTIL, offer: offer(false) }));
  show(<FrozenBanner />);
  await screen.findByText(/Ravi Rao was asked to take it over and can accept\./);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test('who was asked takes it over there', async () => {
  serve(getFreeze, () => success({ since: SINCE, until: UNTIL, offer: offer(true) }));
  const accepted = serve(acceptHandover, () => success({ companyId: COMPANY, companyName: 'Kulkarni Textiles' }));
  const user = show(<FrozenBanner />);
  await screen.findByText(/You were asked to take it over\./);
  await user.click(screen.getByRole('button', { name: 'Take it over' }));
  await waitFor(() => expect(accepted.map(({ params }) => params)).toEqual([{ id: OFFER }]));
});

test('an administrator makes somebody the owner after a question', async () => {
  let ownerless = [
    { companyId: COMPANY, companyName: 'Kulkarni Textiles', role: 'manager', since: SINCE, until: UNTIL },
  ];
  serve(listOwnerless, () => success(ownerless));
  const appointed = serve(appointOwner, () => {
    ownerless = [];
    return success({ companyId: COMPANY, companyName: 'Kulkarni Textiles' });
  });
  const user = show(<OwnerlessCompanies userId={RAVI} name="Ravi Rao" />);
  const make = await screen.findByRole('button', { name: 'Make owner of Kulkarni Textiles: Ravi Rao' });
  screen.getByText(/^Manager · to be deleted on .*2027$/);
  await user.click(make);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(appointed).toEqual([]);
  await user.click(make);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make owner' }));
  await waitFor(() => expect(appointed.map(({ body }) => body)).toEqual([{ companyId: COMPANY, userId: RAVI }]));
  await waitFor(() => expect(screen.queryByText('Kulkarni Textiles')).toBeNull());
});

test('of who works in no such company nothing is shown', async () => {
  const asked = serve(listOwnerless, () => success([]));
  show(<OwnerlessCompanies userId={RAVI} name="Ravi Rao" />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText('Companies without an owner')).toBeNull();
});
