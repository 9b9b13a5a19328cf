import { addPerson, callApi, goWithin, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';

// Tolerated: a month given by the webhook before the page asked for it.
test.use({ tolerated: /status of 409 .*\/api\/plans\/upgrade$/ });

test('a month that ends is renewed from the profile, in its last days and in the days of grace', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const { token, id } = await addPerson(server, makePerson('Xenia'));
  await buy();
  const plan = page.getByRole('region', { name: 'Plan' });
  await openAs(page, server, token, '/profile');
  await expect(plan.getByText('Current period')).toBeVisible();
  await expect(plan.getByRole('button', { name: 'Renew Premium' })).toHaveCount(0);

  await letEndIn('6 days');
  await page.reload();
  await expect(plan.getByText('Your Premium month ends soon. Renewing adds a month to it.')).toBeVisible();
  await expect(plan.getByRole('button', { name: 'Renew Premium' })).toBeEnabled();

  await letEndIn('-1 days');
  await page.reload();
  await expect(plan.getByText('Your Premium month has ended')).toBeVisible();
  await expect(
    plan.getByText(/^Renew it by \d\d\/\d\d\/\d{4}; after that you are a Free Member again\./),
  ).toBeVisible();
  await expectAccessibleEverywhere(page);
  await plan.getByRole('button', { name: 'Renew Premium' }).click();
  await page.getByRole('button', { name: 'Pay ₹3,999' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await goWithin(page, '/profile');
  await expect(plan.getByText('Current period')).toBeVisible();
  await expect(plan.getByText('Your Premium month has ended')).toHaveCount(0);
  await expect(plan.getByRole('button', { name: /^Download receipt/ })).toHaveCount(2);

  async function buy(): Promise<void> {
    const { payment_session_id } = await callApi(server, 'POST', '/payments/create-order', { amount: 3999 }, token);
    await callApi(server, 'POST', `/payments/local/${payment_session_id}`, { action: 'pay' });
  }

  async function letEndIn(time: string): Promise<void> {
    const { pool } = await server.connect();
    await pool.query(
      `update subscriptions set starts_at = now() - interval '1 month', ends_at = now() + $1::interval where user_id = $2`,
      [time, id],
    );
  }
});

test('an administrator who acts as somebody can neither buy nor see what was paid, nor what is theirs alone', async ({
  page,
  server,
  administratorToken,
}) => {
  const { id } = await addPerson(server, makePerson('Yamini'));
  const { token } = await callApi(server, 'POST', `/users/impersonate/${id}`, undefined, administratorToken);
  await page.addInitScript((given) => localStorage.setItem('adminToken', given), administratorToken);
  await openAs(page, server, token, '/plans');
  await expect(page.getByText('Viewing as Yamini Kulkarni')).toBeVisible();
  await expect(page.getByText('Payments cannot be made while impersonating.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade Now' })).toBeDisabled();
  await expectAccessibleEverywhere(page);
  await goWithin(page, '/profile');
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan.getByText('Free Member')).toBeVisible();
  await expect(plan.getByText('Payments')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Security' })).toHaveCount(0);
  const settings = page.getByRole('region', { name: 'Profile Settings' });
  await settings.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(settings.getByLabel('Email')).not.toBeEditable();
  await settings.getByLabel('Last name').fill('Iyer');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
});
