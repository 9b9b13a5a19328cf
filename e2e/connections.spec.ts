import { parseCalendar } from '../apps/server/src/features/calendar-feeds/parse-calendar.fixture.ts';
import { addPerson, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible, expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';

// Tolerated: the address that leads inside.
test.use({ tolerated: /status of 400/ });

test('a calendar, a program and a webhook are connected, seen at work, and disconnected', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  const { token } = await addPerson(server, makePerson('Kavita'));
  await openAs(page, server, token, '/company/connections');

  const calendars = page.getByRole('region', { name: 'Calendars' });
  await calendars.getByRole('button', { name: 'Add all that is due in Kulkarni Textiles' }).click();
  const address = await copyOnce(page, 'All that is due in Kulkarni Textiles', 'Private address');
  const read = await fetch(address);
  expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(parseCalendar(await read.text()).map(({ isAllDay }) => isAllDay)).toContain(true);
  const again = await fetch(address, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);

  const tokens = page.getByRole('region', { name: 'API tokens' });
  await tokens.getByRole('button', { name: 'Create API token' }).click();
  const creating = page.getByRole('dialog', { name: 'Create API token' });
  await creating.getByRole('button', { name: 'Create token' }).click();
  await expect(creating.getByLabel('Name')).toBeFocused();
  await creating.getByLabel('Name').fill('Payroll');
  await creating.getByRole('radio', { name: 'What I choose' }).check();
  await expectAccessible(page);
  await creating.getByRole('radio', { name: 'Read, and record what was done' }).check();
  await creating.getByRole('button', { name: 'Create token' }).click();
  const apiToken = await copyOnce(page, 'Payroll', 'API token');
  const call = () => fetch(`${server.url}/api/memberships`, { headers: { authorization: `Bearer ${apiToken}` } });
  expect(await (await call()).json()).toMatchObject({ data: [{ companyName: 'Kulkarni Textiles', role: 'owner' }] });

  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'Add a webhook' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a webhook' });
  await adding.getByLabel('Address').fill('https://127.0.0.1/in');
  await adding.getByRole('checkbox', { name: 'A status is recorded' }).check();
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('this one leads into a private network')).toBeVisible();
  // A name that nobody has: nothing leaves this machine.
  await adding.getByLabel('Address').fill('https://hooks.no-such-name.example.com/in');
  await adding.getByRole('button', { name: 'Save' }).click();
  await copyOnce(page, 'The secret of the webhook', 'Secret');
  await webhooks.getByRole('button', { name: 'Calls of hooks.no-such-name.example.com' }).click();
  const log = page.getByRole('dialog', { name: 'Calls of the webhook' });
  await log.getByRole('button', { name: 'Send a test' }).click();
  await expect(log.getByRole('listitem')).toContainText('The name of the address is not known · 1 try');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(calendars.getByRole('listitem')).toContainText('last read on');
  await expect(tokens.getByRole('listitem')).toContainText('last used');
  await expect(webhooks.getByRole('listitem')).toContainText('Failing');
  await expectAccessibleEverywhere(page);
  await remove(page, calendars.getByRole('button', { name: /^Delete calendar address/ }), 'Delete');
  await expect(page.getByText('Calendar address deleted')).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
  await remove(page, tokens.getByRole('button', { name: 'Revoke API token: Payroll' }), 'Revoke');
  await expect(tokens.getByText('No program works with this company yet.')).toBeVisible();
  expect((await call()).status).toBe(401);

  await page.goto(`${server.url}/sent`);
  const sent = page.getByRole('list', { name: 'What was sent' }).getByRole('listitem');
  await expect(sent.filter({ hasText: 'hooks.no-such-name.example.com' })).toContainText('Webhook');
  await expectAccessibleEverywhere(page);
});

test('somebody chooses what they are told, and is notified in this browser', async ({ page, server }) => {
  await page.addInitScript(MADE_UP_SUBSCRIPTIONS);
  const { token } = await addPerson(server, makePerson('Lata'));
  await openAs(page, server, token, '/profile');
  const mail = page.getByRole('region', { name: 'Mail and reminders' });
  await mail.getByRole('checkbox', { name: /Monday/ }).uncheck();
  await mail.getByRole('button', { name: 'Save' }).click();
  await expect(mail.getByText('You chose this yourself.')).toBeVisible();
  await mail.getByRole('button', { name: 'As my company has it' }).click();
  await expect(mail.getByRole('checkbox', { name: /Monday/ })).toBeChecked();

  await mail.getByRole('button', { name: 'Notify me in this browser' }).click();
  const devices = mail.getByRole('list', { name: 'Devices that are notified' });
  await expect(devices.getByRole('listitem')).toContainText(['Chrome on Linux']);
  await expect(devices.getByText('This browser')).toBeVisible();
  await expectAccessible(page);
  await remove(page, devices.getByRole('button', { name: /^Stop notifying/ }), 'Delete');
  await expect(devices).toHaveCount(0);
  await mail.getByRole('link', { name: 'What was sent' }).click();
  await expect(page.getByText('Nothing yet. You are told when something falls due.')).toBeVisible();
});

/** Reads a text that a dialog shows once, closes it, and looks that it is gone. */
async function copyOnce(page: Page, title: string, label: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title });
  const field = dialog.getByRole('textbox', { name: label });
  await expect(dialog.getByText('It is not shown again.', { exact: false })).toBeVisible();
  const text = await field.inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  expect(text).not.toBe('');
  expect(await page.content()).not.toContain(text);
  return text;
}

async function remove(page: Page, button: ReturnType<Page['getByRole']>, action: string) {
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
}

/**
 * Script of a page whose browser may notify, and subscribes to a push service that there isn't: a browser without a window
 * does neither. Its worker is the real one.
 */
const MADE_UP_SUBSCRIPTIONS = `Notification.requestPermission = async () => 'granted';
PushManager.prototype.subscribe = async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const p256dh = encode(await crypto.subtle.exportKey('raw', pair.publicKey));
  const auth = encode(crypto.getRandomValues(new Uint8Array(16)));
  const endpoint = 'https://push.no-such-name.example.com/' + auth;
  return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
}`;
