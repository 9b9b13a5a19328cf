import { startCashfree, type TestCashfree } from '../apps/server/test/cashfree.ts';
import { addPerson, callApi, openAs, signInByApi } from './api.ts';
import { ADMINISTRATOR, expect, type Page, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';
import { Server } from './server.ts';

const SCRIPT = 'https://sdk.cashfree.com/js/v3/cashfree.js';
const CHECKOUT = 'https://sandbox.cashfree.com/pg/view/sessions/checkout';

/** Provider's script in short: it posts the session to the provider, in the same window. */
const CASHFREE_JS = `window.Cashfree = ({ mode }) => ({
  async checkout({ paymentSessionId, redirectTarget }) {
    const form = Object.assign(document.createElement('form'), { method: 'post', target: redirectTarget });
    form.action = 'https://' + mode + '.cashfree.com/pg/view/sessions/checkout';
    form.append(Object.assign(document.createElement('input'), { name: 'session', value: paymentSessionId }));
    document.body.append(form);
    form.submit();
  },
});`;

/** Provider's script whose checkout never opens. */
const SLOW_CASHFREE_JS = 'window.Cashfree = () => ({ checkout: () => new Promise(() => {}) });';

const PAID = 'Payment successful! You are now on the Premium plan.';

// Tolerated: the script that is kept from loading, and a plan that was given already.
test.use({ tolerated: /net::ERR_FAILED|status of 409 .*\/api\/plans\/upgrade$/ });

let cashfree: TestCashfree;
let server: Server;

test.beforeAll(async () => {
  cashfree = await startCashfree();
  server = await Server.start({ ...cashfree.env, ADMIN_PASSWORD: ADMINISTRATOR.password });
});

test.afterAll(async () => {
  await server.remove();
  await cashfree.close();
});

test('Cashfree has its script on the page that pays and nowhere else, and what is paid there is Premium', {
  tag: '@smoke',
}, async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Wahida'));
  await page.route(SCRIPT, (route) => route.abort());
  await page.route(CHECKOUT, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Cashfree</title><h1>Pay here</h1>' }),
  );
  await openAs(page, server, token, '/plans');
  for (const path of ['/', '/plans', '/profile', '/payment/status'])
    expect(await readPolicy(path)).not.toContain('cashfree');
  expect(await readPolicy('/payment/checkout')).toContain('script-src');
  expect(await readPolicy('/payment/checkout')).toContain('https://sdk.cashfree.com');

  await upgrade(page);
  await expect(page.getByText('Failed to initialize payment')).toBeVisible();
  await expect(page).toHaveURL(/\/plans$/);
  expect(await readDocument(page)).toBe('/plans');

  await page.unroute(SCRIPT);
  await serveScript(page, SLOW_CASHFREE_JS);
  await upgrade(page);
  await expect(page.getByRole('heading', { name: 'Opening the payment page' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('banner').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  expect(await readDocument(page)).toBe('/terms');

  await page.goBack();
  await page.unroute(SCRIPT);
  await serveScript(page, CASHFREE_JS);
  await upgrade(page);
  await expect(page.getByRole('heading', { name: 'Pay here' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Payment not completed. Please try again.')).toBeVisible();
  await expect(page).toHaveURL(/\/plans$/);
  expect(await readDocument(page)).toBe('/payment/status');

  await upgrade(page);
  await expect(page.getByRole('heading', { name: 'Pay here' })).toBeVisible();
  const [[id, { request }] = failed()] = cashfree.orders;
  expect(cashfree.orders.size).toBe(1);
  cashfree.pay(id);
  await page.goto(request.order_meta.return_url);
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect((await callApi(server, 'GET', '/users/profile', undefined, token)).user.role).toBe('premium');

  // Back goes over the dashboard and the provider's page.
  await page.goto(`${server.url}/terms`);
  await page.evaluate('history.go(-3)');
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await readDocument(page)).toBe('/payment/status');
});

test('a refund that fails afterwards is on show, and an administrator repeats it', async ({ page }) => {
  const person = makePerson('Zarina');
  const { token } = await addPerson(server, person);
  const { order_id } = await callApi(server, 'POST', '/payments/create-order', { amount: 3999 }, token);
  cashfree.pay(order_id);
  await callApi(server, 'POST', '/plans/upgrade', { plan: 'premium' }, token);
  const adminToken = await signInByApi(server, ADMINISTRATOR);
  cashfree.refundStatus = 'PENDING';
  await callApi(server, 'POST', `/payments/orders/${order_id}/refund`, {}, adminToken);
  for (const refund of cashfree.orders.get(order_id)?.refunds ?? []) refund.refund_status = 'FAILED';
  cashfree.refundStatus = 'SUCCESS';
  const { url, payload, ...call } = cashfree.webhook({ data: { refund: { order_id } } });
  expect((await fetch(server.url + url, { ...call, body: payload })).status).toBe(200);

  await openAs(page, server, adminToken, `/users?search=${person.email}`);
  await page.getByRole('button', { name: 'View profile of Zarina Kulkarni' }).click();
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments.getByText(/^Refund failed on .*, to be repeated/)).toBeVisible();
  await payments.getByRole('button', { name: /^Repeat refund ₹3,999/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Repeat refund', exact: true }).click();
  await expect(payments.getByText(/^Refunded on/)).toBeVisible();
  await expect(payments.getByRole('button', { name: /refund/i })).toHaveCount(0);
});

async function upgrade(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upgrade Now' }).click();
}

async function serveScript(page: Page, body: string): Promise<void> {
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

/** Address that the present document was loaded from, whatever the address bar says now. */
async function readDocument(page: Page): Promise<string> {
  return await page.evaluate("new URL(performance.getEntriesByType('navigation')[0].name).pathname");
}

async function readPolicy(path: string): Promise<string> {
  return (await fetch(server.url + path)).headers.get('content-security-policy') ?? '';
}

function failed(): never {
  throw new Error('nothing was ordered');
}
