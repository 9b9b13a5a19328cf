import { expect, test } from 'vitest';
import { ACTIVITY_KINDS, type ActivityEvent } from './activity.ts';
import { describeActivity } from './activity-words.ts';

const ITEM = { itemId: 'item', title: 'File the return', day: '2026-12-15T00:00:00.000Z' };
const RAVI = 'ravi';
const nameOf = (id: string | null | undefined) => (id === RAVI ? 'Ravi Kumar' : 'somebody');

test.each<[ActivityEvent['what'], ActivityEvent['about'], string]>([
  ['status-history.record', { ...ITEM, status: 'not-done' }, 'marked “File the return” of 15/12/2026 as Not Done'],
  ['status-history.record', { status: 'done' }, 'marked an obligation that is no longer there as Done'],
  ['status-history.note', ITEM, 'wrote a note on “File the return” of 15/12/2026'],
  [
    'payment-dates.create',
    { ...ITEM, amount: 123456.5 },
    'recorded a payment of ₹1,23,456.50 for “File the return”, on 15/12/2026',
  ],
  ['payment-dates.delete', ITEM, 'deleted a payment for “File the return”, on 15/12/2026'],
  ['submission-dates.create', ITEM, 'recorded a submission of “File the return”, on 15/12/2026'],
  [
    'companies.update',
    { fields: ['companyName', 'employeeCount', 'city'] },
    'changed the company profile: name, employees, city',
  ],
  ['companies.add-state', { state: 'Goa' }, 'added the state Goa'],
  ['members.join', { role: 'viewer' }, 'joined as a viewer'],
  [
    'members.change-role',
    { userId: RAVI, role: 'manager', formerRole: 'member' },
    'made Ravi Kumar a manager, formerly a member',
  ],
  ['members.change-until', { userId: RAVI, until: ITEM.day }, 'moved the last day of Ravi Kumar to 15/12/2026'],
  ['handovers.accept', { userId: RAVI }, 'took the company over from Ravi Kumar'],
  ['checks.approve', { ...ITEM, status: 'done' }, 'approved “Done” of “File the return” of 15/12/2026'],
  ['away.change', { from: '2026-12-01T00:00:00.000Z', until: ITEM.day }, 'is away from 01/12/2026 to 15/12/2026'],
  ['away.change', { from: null, until: null }, 'is no longer away'],
  ['assignments.change', { scope: 'act', count: 1 }, 'changed who is responsible for 1 act'],
  ['assignments.change', { scope: 'item', count: 12 }, 'changed who is responsible for 12 obligations'],
  ['assignments.change', { scope: 'company' }, 'changed who is responsible by default'],
  ['facts.answer', { count: 3 }, 'answered 3 questions about the company'],
  ['establishments.create', { name: 'Pune office' }, 'added the establishment “Pune office”'],
])('%s of %j', (what, about, expected) => {
  expect(describeActivity({ what, about }, nameOf)).toBe(expected);
});

test.each(ACTIVITY_KINDS)('%s is a sentence, also of which nothing is known any more', (what) => {
  expect(describeActivity({ what, about: {} }, nameOf)).not.toMatch(/undefined|null| {2}/);
});
