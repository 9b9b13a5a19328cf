import { type Overview, readOverview } from '@anupalan/contract/proof/overview';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { OverviewPage } from './overview-page.tsx';

const ID = '0199f000-0000-7000-8000-0000000000c1';

const EMPTY: Overview = {
  ...{ companyId: ID, companyName: 'Rao & Sons', madeOn: '2026-11-23T00:00:00.000Z', companyEmail: '' },
  preparedBy: { name: 'Asha Rao', company: null, email: 'asha@example.in', phone: null },
  month: '2026-11',
  standing: { settled: 0, waiting: 0, late: 0, open: 0 },
  onTime: { done: 0, of: 0 },
  months: [],
  closedWithEvidence: { done: 0, of: 0 },
  next: { count: 0, lines: [] },
  late: { count: 0, lines: [] },
  lateCost: { total: null, estimate: false, count: 0, unknown: 0, lines: [] },
};

function showPage(given: Partial<Overview> | null = {}) {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role: 'owner' }) }));
  serve(readOverview, () => (given ? success({ ...EMPTY, ...given }) : failure(500, 'The database is away')));
  show(<OverviewPage />);
}

beforeEach(() => localStorage.clear());

test('one that could not be loaded is said below the heading of the page', async () => {
  showPage(null);
  expect(await screen.findByText('The overview could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Overview' })).toBeTruthy();
});

test('the shares have both their numbers, and lead to their rows', async () => {
  showPage({
    onTime: { done: 5, of: 7 },
    months: [
      { month: '2026-10', onTime: { done: 5, of: 6 } },
      { month: '2026-11', onTime: { done: 0, of: 1 } },
    ],
    closedWithEvidence: { done: 2, of: 5 },
  });
  const months = within(await screen.findByRole('list', { name: 'On time by month' })).getAllByRole('link');
  expect(months.map((link) => [link.textContent?.includes(': '), link.getAttribute('href')])).toEqual([
    [true, '/company/report?month=2026-10'],
    [true, '/company/report?month=2026-11'],
  ]);
  expect(screen.getByText('5 of 7')).toBeTruthy();
  expect(screen.getByRole('link', { name: '2 of 5' }).getAttribute('href')).toBe('/company/closed');
});

test('before anything was due it says so, without an empty picture', async () => {
  showPage();
  expect(await screen.findByText('Nothing was due yet.')).toBeTruthy();
  expect(screen.getByText('Nothing was done yet.')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'On time by month' })).toBeNull();
});
