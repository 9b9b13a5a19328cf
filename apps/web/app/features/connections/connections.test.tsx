import {
  type CalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  listCalendarFeeds,
} from '@anupalan/contract/connections/calendar-feeds';
import { changeFilingPolicy, readFilingPolicy } from '@anupalan/contract/connections/filing-links';
import { listApiTokens } from '@anupalan/contract/people/api-tokens';
import { listWebhooks } from '@anupalan/contract/telling/webhooks';
import { getOwnProfile } from '@anupalan/contract/users';
import type { MemberRole } from '@anupalan/domain/members';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { acknowledgement, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { Connections } from './connections.tsx';
// Loaded beforehand: the page loads them late, and the machine may be busy.
import '../calendar-feeds/calendar-feeds.tsx';
import '../calendar-feeds/new-address.tsx';
import '../filing-links/filing-policy.tsx';

const ID = '01990000-0000-7000-8000-00000000000a';
const ADDRESS = 'http://localhost:3000/api/feeds/secret.ics';

let feeds: CalendarFeed[] = [];
let allowed = true;

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  feeds = [];
  allowed = true;
  serve(listCalendarFeeds, () => success(feeds));
  serve(readFilingPolicy, () => success({ allowed }));
  serve(listWebhooks, () => success([]));
  serve(listApiTokens, () => Response.json({ status: 'success', data: [], allowed: true }));
});

function showAs(role: MemberRole) {
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role }) }));
  return show(<Connections />);
}

test('a calendar address is shown once with the steps of each program, listed without it, and deleted', async () => {
  const made = serve(createCalendarFeed, () => {
    const feed: CalendarFeed = {
      ...{ _id: ID, kind: 'company', companyId: ID, companyName: 'Kulkarni Textiles' },
      ...{ createdAt: '2026-11-20T08:00:00.000Z', readAt: null },
    };
    feeds = [feed];
    return Response.json({ status: 'success', data: { ...feed, address: ADDRESS } }, { status: 201 });
  });
  const deleted = serve(deleteCalendarFeed, () => {
    feeds = [];
    return acknowledgement();
  });
  const user = showAs('viewer');
  await screen.findByText('No calendar reads what is due yet. Choose what yours shall show.');
  await user.click(screen.getByRole('button', { name: 'Add all that is due in Kulkarni Textiles' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'All that is due in Kulkarni Textiles' }));
  expect(made.map(({ body }) => body)).toEqual([{ kind: 'company' }]);
  expect(dialog.getByLabelText('Private address')).toHaveProperty('value', ADDRESS);
  for (const [name, words] of [
    ['Google', /often only once a day/],
    ['Outlook', /at times only once a day/],
    ['Apple', /once a day or week/],
  ] as const) {
    await user.click(dialog.getByRole('tab', { name }));
    dialog.getByText(words);
  }
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await screen.findByText('Made on 20/11/2026, not read by a calendar yet');
  expect(document.body.textContent).not.toContain('secret');
  await user.click(
    screen.getByRole('button', { name: 'Delete calendar address: All that is due in Kulkarni Textiles' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('No calendar reads what is due yet. Choose what yours shall show.');
  expect(deleted.map(({ params }) => params)).toEqual([{ id: ID }]);
});

test('managers decide whether mails can file, members read it, viewers see nothing of it', async () => {
  const sent = serve(changeFilingPolicy, () => {
    allowed = false;
    return success({ allowed });
  });
  const user = showAs('manager');
  const name = 'People of the company can file from their mails';
  await user.click(await screen.findByRole('checkbox', { name, checked: true }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name, checked: false })).toHaveProperty('disabled', false));
  expect(sent.map(({ body }) => body)).toEqual([{ allowed: false }]);
});

test.each([
  ['member', 1],
  ['viewer', 0],
] as const)('a %s changes nothing of it', async (role, shown) => {
  showAs(role);
  await screen.findByRole('button', { name: 'Add what I am responsible for' });
  await waitFor(() => expect(screen.queryAllByRole('checkbox')).toHaveLength(shown));
  for (const box of screen.queryAllByRole('checkbox')) expect(box).toHaveProperty('disabled', true);
});
