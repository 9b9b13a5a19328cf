import { randomUUIDv7 } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { addPerson, callApi, goWithin, openAs } from './api.ts';
import { expect, openElsewhere, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

// A time that is missing, and the complaint that isn't there.
test.use({ tolerated: /status of 40[04]/ });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

/** Lets somebody join another's company as a member. @returns the company's id */
async function letJoin(memberId: string, ownerId: string): Promise<string> {
  const { db } = await server.connect();
  const ofOwner = db.selectFrom('memberships').select(['workspace_id', 'company_id']).where('user_id', '=', ownerId);
  const { workspace_id, company_id } = await ofOwner.executeTakeFirstOrThrow();
  const membership = { workspace_id, user_id: memberId, id: randomUUIDv7(), role: 'member' } as const;
  await db.insertInto('memberships').values(membership).execute();
  return company_id ?? '';
}

/** Records the first duty of an event as done. */
async function recordFirst(page: Page, event: Locator) {
  await event
    .getByRole('button', { name: /^Record the status/ })
    .first()
    .click();
  await event.getByRole('button', { name: 'Record', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
}

/** A day as boxes take it. */
function inBox(day: Temporal.PlainDate): string {
  return day.toString().split('-').reverse().join('/');
}

/** A day of India from today on, as boxes take it. */
function dayFromToday(days: number): string {
  return inBox(Temporal.Now.plainDateISO('Asia/Kolkata').add({ days }));
}

test('an accident runs by the hour; a notice has its reply-by day, and moves with the hearing', {
  tag: '@smoke',
}, async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Kavya'));
  await openAs(page, server, token, '/dashboard');
  await page.getByRole('button', { name: 'Something happened' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search what happened').fill('accident');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Accident or occupational disease/ }).click();
  await dialog.getByLabel(/^Day/).fill(dayFromToday(-1));
  await dialog.getByLabel('Label').fill('A-17, assembly');
  await dialog.getByRole('button', { name: 'Record' }).click();
  // The hours of a deadline need a time; what was typed stays.
  await expect(dialog.getByText(/^Please enter the time of day/)).toBeVisible();
  await expect(dialog.getByLabel('Label')).toHaveValue('A-17, assembly');
  // A deadline of 24 hours has three and a half left.
  const happened = Temporal.Now.zonedDateTimeISO('Asia/Kolkata').subtract({ hours: 20, minutes: 30 });
  await dialog.getByLabel(/^Time/).fill(happened.toPlainTime().toString({ smallestUnit: 'minute' }));
  await dialog.getByLabel(/^Day/).fill(inBox(happened.toPlainDate()));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record' }).click();

  const accident = page.getByRole('article', { name: 'A-17, assembly' });
  await accident.getByRole('button', { name: 'Yes: ESI: report an accident to an insured person' }).click();
  const report = accident.getByRole('list', { name: 'Duties' }).getByRole('listitem');
  await expect(report).toContainText('24 hours after');
  await expect(report).toContainText('3 hours left');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Something happened' }).click();
  await dialog.getByRole('button', { name: /^A notice, order or hearing/ }).click();
  await dialog.getByLabel(/^Day by which the authority wants the reply/).fill(dayFromToday(5));
  await dialog.getByLabel('Label').fill('EPFO, notice 12/2026');
  await dialog.getByRole('button', { name: 'Record' }).click();
  const notice = page.getByRole('article', { name: 'EPFO, notice 12/2026' });
  const reply = notice.getByRole('list', { name: 'Duties' }).getByRole('listitem');
  await expect(reply).toContainText('5 days left');
  await notice.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel(/^Day by which the authority wants the reply/).fill(dayFromToday(9));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 duty is due at another time now')).toBeVisible();
  await expect(reply).toContainText('9 days left');

  await goWithin(page, '/dashboard');
  const events = page.getByRole('list', { name: 'Duties of events' });
  await expect(events.getByRole('listitem')).toHaveCount(2);
  await expect(events.getByRole('listitem').first()).toContainText('3 hours left');
  await page.getByRole('searchbox', { name: 'Search' }).fill('EPFO notice');
  await expect(events.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).clear();
  // Late in a month the reply is due in the next one.
  const calendar = page.getByRole('region', { name: 'Compliance Calendar' });
  const [, month = '', year = ''] = dayFromToday(9).split('/');
  await calendar.getByLabel('Month', { exact: true }).selectOption(String(Number(month)));
  await calendar.getByLabel('Year', { exact: true }).selectOption(year);
  await expect(
    page.getByRole('link', { name: /^EPFO, notice 12.2026: Reply to the authority.*Pending$/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('button', { name: /^Urgent: ESI: report an accident.*3 hours left/ }).click();

  await accident.getByRole('button', { name: /^Record the status/ }).click();
  await accident.getByLabel('Note (optional)').fill('Form 12 sent');
  await accident.getByRole('button', { name: 'Record', exact: true }).last().click();
  await expect(report).toContainText('Done');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Taken back')).toBeVisible();
  await expect(report).toContainText('Pending');
  // The toast before goes a moment later.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await recordFirst(page, accident);
  await expect(report).toContainText('Done');

  await accident.getByRole('button', { name: 'Yes: Compensation: pay within a month' }).click();
  await accident.getByRole('button', { name: 'Details of Compensation: pay within a month' }).click();
  const late = accident.getByRole('region', { name: 'What late costs' });
  await late.getByRole('button', { name: 'Compute interest and fees' }).click();
  await late.getByLabel('Amount').fill('1,00,000');
  await expect(late.getByRole('table', { name: 'What each day will cost' })).toContainText('₹1,972.60');
  await expectAccessible(page);
  await accident.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close event' }).click();
  await expect(accident).toContainText('Closed');
});

test('a complaint is seen by its recorder, and by no second person, not the owner of the company', async ({
  page,
  browser,
}) => {
  const owner = await addPerson(server, makePerson('Rohan'));
  const recorder = await addPerson(server, makePerson('Meena'));
  const company = await letJoin(recorder.id, owner.id);
  await openAs(page, server, recorder.token, `/company/events?company=${company}`);
  await page.getByRole('button', { name: 'Something happened' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Complaint of sexual harassment/ }).click();
  await dialog.getByLabel(/^Day the committee receives/).fill(dayFromToday(-2));
  await dialog.getByLabel('Label').fill('Case 4 of 2026');
  await expect(dialog.getByLabel('Rohan Kulkarni')).toBeVisible();
  await dialog.getByRole('button', { name: 'Record' }).click();
  const complaint = page.getByRole('article', { name: 'Case 4 of 2026' });
  await expect(complaint).toContainText('Seen by you alone');
  await expect(complaint).toContainText('7 working days after');

  const owners = await openElsewhere(browser);
  await openAs(owners, server, owner.token, '/company/events');
  await expect(owners.getByText('No open events')).toBeVisible();
  await goWithin(owners, '/company/activity');
  await expect(owners.getByText('restricted record')).toBeVisible();
  await expect(owners.getByText('Case 4 of 2026')).toBeHidden();
  await owners.goto(page.url());
  await expect(owners.getByText('The event could not be loaded.')).toBeVisible();

  // Who isn't named checks nothing of it, and whatever else colleagues record.
  await callApi(server, 'PUT', '/assignments', { scope: 'company', checker: owner.id }, owner.token);
  await recordFirst(page, complaint);
  await expect(complaint.getByRole('listitem').first()).toContainText('Done');
  const joins = { kind: 'joins', state: 'Maharashtra', label: 'A-19', happenedAt: '2026-11-02' };
  await callApi(server, 'POST', '/events', joins, owner.token);
  await goWithin(page, `/company/events?company=${company}`);
  const joiner = page.getByRole('article', { name: 'A-19' });
  await recordFirst(page, joiner);
  await expect(joiner.getByRole('note')).toContainText('Done · to be checked');
  await expectAccessible(page);
  await goWithin(owners, '/checks');
  const queue = owners.getByRole('list', { name: 'To check' }).getByRole('listitem');
  await expect(queue).toHaveCount(1);
  await expect(queue).toContainText('Somebody joins: A-19');
  await queue
    .getByRole('button', { name: /^Approve .*A-19/ })
    .first()
    .click();
  await expect(joiner.getByRole('listitem').first()).toContainText('Done');
  await expect(joiner.getByRole('note')).toBeHidden();
});
