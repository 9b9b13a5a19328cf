import { type ActivityEvent, listActivity } from '@anupalan/contract/people/activity';
import { listMembers } from '@anupalan/contract/people/members';
import { readProofKey, readSeal } from '@anupalan/contract/proof/seals';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { Address, show } from '../../../test/show.tsx';
import { Activity } from './activity.tsx';

const ASHA = makeUser('Asha');
const RAVI = makeUser('Ravi');
const idOf = (n: number) => `01990000-0000-7000-8000-00000000000${n}`;
const GONE = idOf(8);
const ITEM = idOf(9);

const EVENTS: ActivityEvent[] = [
  {
    _id: idOf(1),
    at: '2026-11-22T08:05:00.000Z',
    by: ASHA._id,
    what: 'companies.add-state',
    about: { state: 'Goa' },
    seal: 12,
  },
  {
    _id: idOf(2),
    at: '2026-11-21T20:00:00.000Z',
    by: RAVI._id,
    impersonated: true,
    what: 'status-history.record',
    about: { itemId: ITEM, title: 'File the return', day: '2026-11-15T00:00:00.000Z', status: 'done' },
  },
  { _id: idOf(3), at: '2026-11-21T12:00:00.000Z', by: GONE, what: 'facts.answer', about: {} },
];

function serveActivity(data = EVENTS) {
  vi.setSystemTime('2026-11-22T09:00:00Z');
  localStorage.setItem('token', 'token');
  serve(getOwnProfile, () => success({ user: ASHA }));
  serve(listMembers, () => success([]));
  const people = [
    { _id: ASHA._id, name: 'Asha Rao' },
    { _id: RAVI._id, name: 'Ravi Rao' },
    { _id: GONE, name: null },
  ];
  const pagination = { page: 1, limit: 50, total: data.length, pages: 1 };
  return serve(listActivity, () => Response.json({ status: 'success', data, people, pagination }));
}

test('events are sentences by day in India; the reader is "you"', async () => {
  serveActivity();
  show(<Activity />);
  const days = await screen.findAllByRole('heading', { level: 2 });
  expect(days.map((day) => day.textContent)).toEqual([
    expect.stringMatching(/^Today, .*22 November 2026$/),
    expect.stringMatching(/^Yesterday, .*21 November 2026$/),
  ]);
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toEqual([
    '13:35You added the state Goa',
    '01:30Ravi Rao marked “File the return” of 15/11/2026 as Done' +
      ' (by an administrator of Anupalan in their name)Open',
    '17:30Somebody whose account was erased answered a question about the company',
  ]);
});

test('an event about an obligation leads to it', async () => {
  serveActivity();
  show(<Activity />);
  const link = await screen.findByRole('link', { name: 'Open “File the return”' });
  expect(link.getAttribute('href')).toBe(`/dashboard?item=${ITEM}&on=2026-11-15`);
});

test('a mark says of each event whether it is sealed, and shows the seal with its head', async () => {
  serveActivity();
  const head = 'ab'.repeat(32);
  const seal = {
    number: 12,
    at: '2026-11-22T08:05:20.000Z',
    count: 3,
    head,
    previous: null,
    root: head,
    signature: '',
  };
  serve(readSeal, () => success(seal));
  serve(readProofKey, () => success({ publicKey: '', fingerprint: 'cd'.repeat(32) }));
  const user = show(<Activity />);
  await user.click(await screen.findByRole('button', { name: 'Sealed, seal 12: You added the state Goa' }));
  const dialog = await screen.findByRole('dialog', { name: 'Seal 12' });
  expect((await within(dialog).findByLabelText<HTMLInputElement>('Head')).value).toBe(head);
  expect(within(dialog).getByText(/Made on 22 November 2026 at 13:35 with 3 events/)).toBeTruthy();
  expect(screen.getAllByRole('img', { name: 'Not sealed yet', hidden: true })).toHaveLength(2);
});

test('filters are in the address, from which they come back', async () => {
  serveActivity();
  const user = show(
    <>
      <Activity />
      <Address />
    </>,
    { at: `/company/activity?by=${RAVI._id}&page=2` },
  );
  const filters = await screen.findByRole('region', { name: 'Filters' });
  expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeTruthy();
  await vi.waitFor(() =>
    expect(within(filters).getByRole<HTMLInputElement>('combobox', { name: 'Who' }).value).toBe('Ravi Rao'),
  );
  await user.click(within(filters).getByRole('combobox', { name: 'What' }));
  await user.click(await screen.findByRole('option', { name: 'Payments' }));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe(
    `/company/activity?by=${RAVI._id}&what=payment-dates`,
  );
});

test('an empty list says whether filters are the reason', async () => {
  serveActivity([]);
  show(<Activity />);
  expect(await screen.findByText('Nothing was done yet.')).toBeTruthy();
});

test('an empty list of filters', async () => {
  serveActivity([]);
  show(<Activity />, { at: '/company/activity?what=facts' });
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
});

test('what could not be loaded can be tried again', async () => {
  serveActivity();
  serve(listActivity, () => failure(400, 'Not now'));
  const user = show(<Activity />);
  await screen.findByText('The events could not be loaded');
  serveActivity();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
});
