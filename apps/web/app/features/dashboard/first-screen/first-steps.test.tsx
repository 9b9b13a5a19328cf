import { listFacts } from '@anupalan/contract/applicability/facts';
import { listRegistrations } from '@anupalan/contract/company/registrations';
import { listInvitations } from '@anupalan/contract/people/invitations';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve, success } from '../../../../test/fake-server.ts';
import { makeUser } from '../../../../test/people.ts';
import { show } from '../../../../test/show.tsx';
import { useCompany } from '../../../lib/session/company.ts';
import { makeRows, type Sketch } from '../../compliance-items/items.fixture.ts';
import FirstSteps from './first-steps.tsx';

const ID = '01990000-0000-7000-8000-000000000001';

const ANSWER = { key: 'contract-labour', establishmentId: null, itemId: null, title: null, answer: 'no' };

/** What a company has that has just begun, where a test says nothing else. */
const NEW = { people: 1, answers: [] as object[], registrations: [] as object[], invitations: [] as object[] };

function begin(company: Partial<typeof NEW> = {}) {
  const { people, answers, registrations, invitations } = { ...NEW, ...company };
  localStorage.setItem('token', 'asha');
  const plan = { plan: 'free', bestPlan: 'free', frozen: false } as const;
  const member = { companyId: ID, companyName: 'Kulkarni Textiles', role: 'owner', companies: 1, people, ...plan };
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member }));
  serve(listFacts, () => success({ questions: [], answers }));
  serve(listRegistrations, () => success(registrations));
  serve(listInvitations, () => success(invitations));
}

const DUE: Sketch[] = [{ first: '2026-11-25', trackedFrom: '2026-11-21' }];

/** The steps of who is signed in, as on the dashboard. */
function Steps(props: ComponentProps<typeof FirstSteps>) {
  return useCompany() && <FirstSteps {...props} />;
}

function showSteps(sketches: Sketch[] = DUE) {
  const onOpen = vi.fn();
  const onEnd = vi.fn();
  const rows = makeRows(sketches);
  const user = show(<Steps rows={rows} onOpen={onOpen} onEnd={onEnd} />);
  return { user, onOpen, onEnd, rows };
}

async function listSteps() {
  await screen.findByRole('region', { name: /^First steps/ });
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

const ALL = [
  'Confirm states, headcount and facts',
  'Record registrations',
  'Mark what is done this month',
  'Invite a colleague',
  'Set a reminder',
];

beforeEach(() => begin());

test('who begins has five steps, each with its screen', async () => {
  const { user, onOpen, rows } = showSteps();
  expect(await listSteps()).toEqual(ALL);
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toEqual([
    '/company/what-applies',
    '/company/registrations',
    '/dashboard?view=day#compliance-data',
    '/company/people',
  ]);
  await user.click(screen.getByRole('button', { name: 'Set a reminder' }));
  expect(onOpen).toHaveBeenCalledWith(rows[0]?.item._id);
});

test.each([
  ['an answered fact', { answers: [ANSWER] }, DUE, 0],
  ['what is done', {}, [{ ...DUE[0], recorded: { '2026-11-25': 'done' } }], 2],
  ['nothing due this month', {}, [{ first: '2026-12-25', frequency: 'once' }], 2],
  ['a colleague', { people: 2 }, DUE, 3],
] satisfies [string, Partial<typeof NEW>, Sketch[], number][])(
  '%s takes a step away',
  async (_, company, sketches, step) => {
    begin(company);
    showSteps(sketches);
    expect(await listSteps()).toEqual(ALL.toSpliced(step, 1));
  },
);

test('they are dismissed at once', async () => {
  const { user, onEnd } = showSteps();
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(onEnd).toHaveBeenCalledOnce();
});

test('when all are taken nothing is left of them', async () => {
  begin({ people: 2, answers: [ANSWER] });
  const reminded = makeRows(DUE).map((row) => ({
    ...row,
    series: { ...row.series, ofMonth: [] },
    item: { ...row.item, customReminders: [REMINDER] },
  }));
  serve(listRegistrations, () => success([REGISTRATION]));
  const onEnd = vi.fn();
  show(<Steps rows={reminded} onOpen={() => {}} onEnd={onEnd} />);
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(screen.queryByRole('region')).toBeNull();
});

const INSTANT = '2026-11-20T08:00:00.000Z';

const REGISTRATION = {
  _id: ID,
  kind: 'epf',
  number: 'PUPUN1234567000',
  state: null,
  establishmentId: null,
  authority: '',
  from: null,
  until: null,
  ceiling: null,
  renewalFiledOn: null,
  renewalId: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

const REMINDER = {
  _id: ID,
  complianceId: ID,
  userId: ID,
  reminderDate: INSTANT,
  isAcknowledged: false,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};
