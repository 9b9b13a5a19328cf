import { readFile } from 'node:fs/promises';
import { addPerson, callApi, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible, expectAccessibleEverywhere } from './page-checks.ts';
import { fillSignIn, fillSignUp, makePerson, sendPassword, typeCode, waitForCode } from './people.ts';
import type { Server } from './server.ts';

// Tolerated: a plan given by the webhook before the page asked for it, and orders that are missing or made to fail.
test.use({
  tolerated: /status of (409 .*\/api\/plans\/upgrade|404 .*\/api\/payments\/(order\/.*|local\/nothing|create-order))$/,
});

const PAID = 'Payment successful! You are now on the Premium plan.';

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('a visitor chooses Premium, signs up, pays, and everything is open', { tag: '@smoke' }, async ({ page }) => {
  const person = makePerson('Padma');
  await page.goto(`${server.url}/upgrade`);
  await expect(page).toHaveURL(/\/plans$/);
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  await expect(page.getByText('All prices are in INR.')).toBeVisible();
  await expect(card(page, 'Free').getByRole('link')).toHaveText('Get Started');
  await expect(card(page, 'Enterprise').getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expectAccessibleEverywhere(page);
  await card(page, 'Premium').getByRole('link', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await fillSignUp(page, server, person, { state: 'Maharashtra', employees: '120' });

  await expect(page).toHaveURL(/\/payment\/local\?session=/);
  await expect(page.getByText('Sandbox payment: no money moves')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Pay ₹3,999' }).click();
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Premium', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Free Member')).toHaveCount(0);
  await page.getByRole('row').filter({ hasText: 'EPF: file ECR and pay contributions' }).focus();
  await page.keyboard.press('Enter');
  const statuses = page.getByRole('dialog').getByRole('radio');
  await expect(statuses).toHaveCount(6);
  for (const status of await statuses.all()) await expect(status).toBeEnabled();
});

test('the profile shows what is paid, hands out the receipt and takes the downgrade', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Prema'));
  const { payment_session_id } = await order(token);
  await callApi(server, 'POST', `/payments/local/${payment_session_id}`, { action: 'pay' });
  await openAs(page, server, token, '/profile');
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan.getByText(/^\d\d\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(plan.getByRole('listitem')).toHaveCount(1);
  await expectAccessibleEverywhere(page);
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    plan.getByRole('button', { name: /^Download receipt \d+$/ }).click(),
  ]);
  expect(receipt.suggestedFilename()).toMatch(/^anupalan-receipt-\d+\.pdf$/);
  expect((await readFile(await receipt.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await plan.getByRole('button', { name: 'Downgrade' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Downgrade' }).click();
  await expect(page.getByText('You are now on the Free plan')).toBeVisible();
  await expect(plan.getByText('Free Member')).toBeVisible();
  await expect(plan.getByRole('link', { name: 'Upgrade to Premium' })).toBeVisible();
});

test('somebody who has an account already comes back to the purchase too', async ({ page }) => {
  const person = makePerson('Qamar');
  await addPerson(server, person);
  await page.goto(`${server.url}/plans`);
  // The form is there before its scripts, and may be sent at once.
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await card(page, 'Premium').getByRole('link', { name: 'Buy Now' }).click();
  await page.waitForURL(/\/login$/, { waitUntil: 'commit' });
  await sendPassword(page, person);
  scripts.resolve();
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  await typeCode(page, await waitForCode(server, person.email));
  await expect(page).toHaveURL(/\/payment\/local\?session=/);
  // Going back does not repeat the choice.
  await page.goBack();
  await expect(page).toHaveURL(/\/plans$/);
  await expect(card(page, 'Premium').getByRole('button', { name: 'Upgrade Now' })).toBeEnabled();
  await page.reload();
  await expect(card(page, 'Free').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(page).toHaveURL(/\/plans$/);
});

test('a payment that is closed, fails or is nothing returns to the plans and says so', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Rekha'));
  await openAs(page, server, token, '/plans');
  for (const [button, message] of [
    ['Close', 'Payment not completed. Please try again.'],
    ['Fail payment', 'Payment failed. Please try again.'],
  ] as const) {
    await card(page, 'Premium').getByRole('button', { name: 'Upgrade Now' }).click();
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page).toHaveURL(/\/plans$/);
  }
  const { order_id } = await order(token);
  for (const [search, message] of [
    [`?order_id=${order_id}&payment_status=SUCCESS`, 'Payment not completed. Please try again.'],
    ['', 'Invalid payment response: missing order ID'],
    [`?order_id=order_${'0'.repeat(32)}`, 'Failed to verify payment status'],
  ] as const) {
    await page.goto(`${server.url}/payment/status${search}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page).toHaveURL(/\/plans$/);
  }
  await page.goto(`${server.url}/payment/local?session=nothing`);
  await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('the status page may be opened twice, reloaded and come back to', async ({ page, context }) => {
  const { token } = await addPerson(server, makePerson('Sunita'));
  const { order_id, payment_session_id } = await order(token);
  await callApi(server, 'POST', `/payments/local/${payment_session_id}`, { action: 'pay' });
  const address = `/payment/status?order_id=${order_id}&payment_status=SUCCESS`;

  // Held back, so that the waiting page can be checked.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/payments/order/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openAs(page, server, token, address);
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  const other = await context.newPage();
  await other.goto(server.url + address);
  await expect(other.getByText(PAID)).toHaveCount(1);
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.close();
  held.resolve();
  await expect(page.getByText(PAID)).toHaveCount(1);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(server.url + address);
  await expect(page).toHaveURL(/\/dashboard$/);
  const { payments } = await callApi(server, 'GET', '/payments', undefined, token);
  expect(payments).toMatchObject([{ status: 'paid' }]);

  await page.goto(`${server.url}/plans`);
  for (const [plan, button] of [
    ['Free', 'Contact Support'],
    ['Premium', 'Change Plan'],
    ['Enterprise', 'Contact Sales'],
  ] as const) {
    await card(page, plan).getByRole('link', { name: button }).click();
    await expect(page).toHaveURL(/\/contact$/);
    expect(await page.evaluate('history.state.usr')).toMatchObject({ subject: 'plan-change' });
    await page.goBack();
  }
});

test('who is signed out meanwhile signs in and comes back to the payment', async ({ page }) => {
  const person = makePerson('Tara');
  const { token } = await addPerson(server, person);
  const { order_id, payment_session_id } = await order(token);
  await callApi(server, 'POST', `/payments/local/${payment_session_id}`, { action: 'pay' });
  await page.goto(`${server.url}/payment/status?order_id=${order_id}`);
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, server, person);
  await expect(page.getByText(PAID)).toBeVisible();
});

test('an administrator refunds, and Premium is over', async ({ page, administratorToken }) => {
  const person = makePerson('Usha');
  const { token } = await addPerson(server, person);
  const { payment_session_id } = await order(token);
  await callApi(server, 'POST', `/payments/local/${payment_session_id}`, { action: 'pay' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, server, administratorToken, `/users?search=${person.email}`);
  await page.getByRole('button', { name: 'View profile of Usha Kulkarni' }).click();
  const profile = page.getByRole('dialog', { name: 'Profile of Usha Kulkarni' });
  const payments = profile.getByRole('region', { name: 'Payments' });
  await expect(profile.getByText('Premium', { exact: true })).toBeVisible();
  await payments.getByRole('button', { name: /^Refund ₹3,999/ }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Payment refunded')).toBeVisible();
  await expect(payments.getByText(/^Refunded on/)).toBeVisible();
  await expect(profile.getByText('Free Member')).toBeVisible();
  await expect(payments.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  expect((await callApi(server, 'GET', '/users/profile', undefined, token)).user.role).toBe('user');

  await page.goto(`${server.url}/plans`);
  await expect(page.getByText('Administrators already have every feature.')).toBeVisible();
  await expect(card(page, 'Premium').getByRole('button', { name: 'Already Included' })).toBeDisabled();
});

test('a payment that cannot begin says why', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Veena'));
  await openAs(page, server, token, '/plans');
  const upgrade = card(page, 'Premium').getByRole('button', { name: 'Upgrade Now' });
  for (const [answer, message] of [
    [{ status: 201, json: { status: 'success' } }, 'No response data received from server'],
    [
      { status: 201, json: { status: 'success', data: {} } },
      'Invalid response from server: missing payment_session_id',
    ],
    [{ status: 404, body: 'no envelope' }, 'Failed to create order'],
  ] as const) {
    await page.route('**/api/payments/create-order', (route) => route.fulfill(answer));
    await upgrade.click();
    await expect(page.getByText(message)).toBeVisible();
    await page.unroute('**/api/payments/create-order');
  }
  const held = Promise.withResolvers<void>();
  await page.route('**/api/payments/create-order', async (route) => {
    await held.promise;
    await route.continue();
  });
  await upgrade.click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  held.resolve();
  await expect(page).toHaveURL(/\/payment\/local/);
});

function card(page: Page, plan: string) {
  return page.getByRole('region', { name: plan, exact: true });
}

async function order(token: string) {
  return await callApi(server, 'POST', '/payments/create-order', { amount: 3999 }, token);
}
