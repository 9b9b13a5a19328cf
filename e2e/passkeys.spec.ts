import { addPerson, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson, type Person } from './people.ts';

// Tolerated: a recovery code that is refused on purpose.
test.use({ tolerated: /status of 401/ });

test('who adds a passkey signs in with it from then on, or with a recovery code when it is lost', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const person = makePerson('Gauri');
  const { token } = await addPerson(server, person);
  const authenticator = await plugInAuthenticator(page);
  await openAs(page, server, token, '/profile');

  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await page.getByRole('button', { name: 'Go on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessibleEverywhere(page);
  const [code = '', ...others] = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section.getByText('Work laptop')).toBeVisible();
  await expect(section.getByText('10 recovery codes left')).toBeVisible();

  await signOut(page);
  await enterPassword(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);

  await signOut(page);
  await authenticator.unplug();
  await enterPassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill('0000-0000-0000-0000-0000-0000');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid recovery code. Please try again.')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByLabel('Recovery code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`${server.url}/profile`);
  await expect(section.getByText(`${others.length} recovery codes left`)).toBeVisible();
});

/** Gives the browser an authenticator whose user is there and identified at once. */
async function plugInAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { unplug: () => browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) };
}

async function enterPassword(page: Page, { email, password }: Person) {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}
