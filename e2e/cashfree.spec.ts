import { startCashfree, type TestCashfree } from '../apps/server/test/cashfree.ts';
import { callApi, openAs, registerByApi } from './api.ts';
import { expect, type Page, test } from './journey.ts';
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
  server = await Server.start(cashfree.env);
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

async function upgrade(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upgrade Now' }).click();
}

async function readPolicy(path: string): Promise<string> {
  return (await fetch(server.url + path)).headers.get('content-security-policy') ?? '';
}

function failed(): never {
  throw new Error('nothing was ordered');
}
