import { startCashfree, type TestCashfree } from '../apps/server/test/cashfree.ts';
import { callApi, openAs, registerByApi, signInByApi } from './api.ts';
import { ADMINISTRATOR, expect, type Page, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';
import { Server } from './server.ts';

const SCRIPT = 'https://sdk.cashfree.com/js/v3/cashfree.js';
const CHECKOUT = 'https://sandbox.cashfree.com/pg/view/sessions/checkout';

/** What the provider's script does in short: it posts the session to the provider, in the same window. */
const CASHFREE_JS = `window.Cashfree = ({ mode }) => ({
  async checkout({ paymentSessionId, redirectTarget }) {
    const form = Object.assign(document.createElement('form'), { method: 'post', target: redirectTarget });
    form.action = 'https://' + mode + '.cashfree.com/pg/view/sessions/checkout';
    form.append(Object.assign(document.createElement('input'), { name: 'session', value: paymentSessionId }));
    document.body.append(form);
    form.submit();
  },
});`;

// The script that is kept from loading.
test.use({ tolerated: /net::ERR_FAILED/ });

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

test('Cashfree has its script on the page that pays and nowhere else, and what is paid there is Premium', async ({
  page,
}) => {
  const { token } = await registerByApi(server, makePerson('Wahida'));
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

  const held = Promise.withResolvers<void>();
  await page.unroute(SCRIPT);
  await page.route(SCRIPT, async (route) => {
    await held.promise;
    await route.fulfill({ contentType: 'text/javascript', body: CASHFREE_JS });
  });
  await upgrade(page);
  await expect(page.getByRole('heading', { name: 'Opening the payment page' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Pay here' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Payment not completed. Please try again.')).toBeVisible();
  await expect(page).toHaveURL(/\/plans$/);

  await upgrade(page);
  await expect(page.getByRole('heading', { name: 'Pay here' })).toBeVisible();
  const [[id, { request }] = failed()] = cashfree.orders;
  expect(cashfree.orders.size).toBe(1);
  cashfree.pay(id);
  await page.goto(request.order_meta.return_url);
  await expect(page.getByText('Payment successful! You are now on the Premium plan.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect((await callApi(server, 'GET', '/users/profile', undefined, token)).user.role).toBe('premium');
});

test('a refund that fails afterwards is on show, and an administrator repeats it', async ({ page }) => {
  const person = makePerson('Zarina');
  const { token } = await registerByApi(server, person);
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

async function readPolicy(path: string): Promise<string> {
  return (await fetch(server.url + path)).headers.get('content-security-policy') ?? '';
}

function failed(): never {
  throw new Error('nothing was ordered');
}
