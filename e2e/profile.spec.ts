import { addPerson, goWithin, openAs } from './api.ts';
import { expect, openElsewhere, type Page, test } from './journey.ts';
import { expectAccessible, expectAccessibleEverywhere } from './page-checks.ts';
import { choose, makePerson, signIn, signUp, typeCode, typeCodeAgain } from './people.ts';
import type { Server } from './server.ts';

// Tolerated: forms that are refused on purpose.
test.use({ tolerated: /status of 4\d\d/ });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('somebody edits their profile, and a new e-mail counts once its code is confirmed', { tag: '@smoke' }, async ({
  page,
}) => {
  const person = makePerson('Chitra');
  const taken = makePerson('Dev');
  await addPerson(server, taken);
  const { token } = await addPerson(server, person);
  await openAs(page, server, token, '/dashboard');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const settings = page.getByRole('region', { name: 'Profile Settings' });
  await expect(settings).toBeVisible();
  await expectAccessibleEverywhere(page);

  await settings.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(settings.getByLabel('First name')).toBeFocused();
  await settings.getByLabel('First name').fill('C');
  await settings.getByLabel('Last name').fill('');
  await settings.getByLabel('Email').fill('chitra');
  await settings.getByLabel('Phone number').fill('98000');
  await save(settings);
  for (const fault of [
    'First name must be at least 2 characters',
    'Last name must be at least 2 characters',
    'Invalid email address',
    'Phone number must be at least 10 digits',
  ]) {
    await expect(settings.getByText(fault)).toBeVisible();
  }
  await expect(settings.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);

  // Cancel forgets what was typed.
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await settings.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(settings.getByLabel('First name')).toHaveValue('Chitra');

  await settings.getByLabel('Phone number').fill(taken.phone);
  await save(settings);
  await expect(settings.getByText('This phone number is already registered')).toBeVisible();
  await settings.getByLabel('Phone number').fill(person.phone);

  await settings.getByLabel('First name').fill('Chitralekha');
  await save(settings);
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(settings.getByText('Chitralekha')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Edit Profile' })).toBeFocused();

  const newEmail = `new.${person.email}`;
  await settings.getByRole('button', { name: 'Edit Profile' }).click();
  await settings.getByLabel('Email').fill(newEmail);
  await save(settings);
  await expect(page.getByText('Please verify your new email address')).toBeVisible();
  const verifying = page.getByRole('region', { name: 'Verify your email' });
  await expect(verifying.getByRole('button', { name: /^Resend code in/ })).toBeDisabled();
  await expectAccessible(page);
  await verifying.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.getByLabel('Email')).toHaveValue(newEmail);
  await save(settings);
  await expect(verifying).toBeVisible();
  const code = await server.readCode(newEmail);
  await typeCode(page, code === '000000' ? '000001' : '000000');
  await expect(verifying.getByText('Invalid OTP. Please try again.')).toBeVisible();
  await typeCodeAgain(page, code);
  await expect(page.getByText('Email verified successfully')).toBeVisible();
  await expect(settings.getByText(newEmail)).toBeVisible();
});

test('a change of the company is on the dashboard at once, and states are for Premium', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Esha'), { state: 'Maharashtra', employeeCount: 120 });
  await openAs(page, server, token, '/dashboard');
  await goToProfile(page);
  const details = page.getByRole('region', { name: 'Company Details' });
  await details.getByRole('button', { name: 'Edit Company Details' }).click();
  await details.getByLabel('Number of employees').fill('0');
  await details.getByLabel('Company email').fill('esha');
  await details.getByLabel('Company website').fill('esha');
  await details.getByLabel('City').fill('');
  await save(details);
  for (const fault of [
    'Employee count must be at least 1',
    'Invalid company email',
    'Invalid website URL',
    'City is required',
  ]) {
    await expect(details.getByText(fault)).toBeVisible();
  }
  await details.getByLabel('Number of employees').fill('4');
  await details.getByLabel('Company email').fill('');
  await details.getByLabel('Company website').fill('https://esha.example.in');
  await details.getByLabel('City').fill('Kochi');
  await choose(page, 'State', 'Kerala');
  await expectAccessible(page);
  await save(details);
  await expect(page.getByText('Company profile updated successfully')).toBeVisible();
  await expect(details.getByText('Kochi')).toBeVisible();

  const states = page.getByRole('region', { name: 'States' });
  await expect(states.getByRole('link', { name: 'Upgrade to Add More States' })).toHaveAttribute('href', '/plans');
  await expect(states.getByRole('combobox')).toHaveCount(0);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('Company Size: 4 employees')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'EPF: file ECR' })).toHaveCount(0);
});

test('the administrator registers a company in two steps, then adds and removes a state', async ({
  page,
  administratorToken,
}) => {
  await openAs(page, server, administratorToken, '/dashboard');
  await goToProfile(page);
  await expect(page).toHaveURL(/\/dashboard\/company-registration$/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Register your company' }).click();
  await expect(page).toHaveURL(/\/dashboard\/company-registration$/);
  const progress = page.getByRole('progressbar', { name: 'Registration progress' });
  await expect(progress).toHaveAttribute('aria-valuenow', '50');

  await page.getByRole('button', { name: 'Next' }).click();
  for (const fault of [
    'Company name must be at least 2 characters',
    'Employee count must be at least 1',
    'Company phone must be at least 10 digits',
    'Invalid company email',
    'Designation is required',
  ]) {
    await expect(page.getByText(fault)).toBeVisible();
  }
  await expectAccessibleEverywhere(page);
  await page.getByLabel('Company name').fill('Anupalan Head Office');
  await page.getByLabel('Number of employees').fill('12');
  await page.getByLabel('Company phone').fill('9811111111');
  await page.getByLabel('Company email').fill('office@example.in');
  await choose(page, 'Your designation', 'Owner');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(progress).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByLabel('Industry')).toBeFocused();
  await expect(page.getByText('City is required')).toHaveCount(0);
  await page.getByLabel('Industry').fill('Software');

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(progress).toHaveAttribute('aria-valuenow', '50');
  await expect(page.getByLabel('Company name')).toHaveValue('Anupalan Head Office');
  await expect(page.getByRole('combobox', { name: 'Your designation' })).toHaveValue('Owner');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Industry')).toHaveValue('Software');
  await page.getByRole('button', { name: 'Register Company' }).click();
  await expect(page.getByText('City is required')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByLabel('City').fill('Pune');
  await choose(page, 'State', 'Maharashtra');

  // Refusals are shown at the field, in the step that has it, and nothing typed is lost.
  const taken = 'This company phone is already registered';
  const refusal = { status: 'error', message: taken, errors: { companyPhone: taken } };
  await page.route('**/api/companies/register', (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
  await page.getByRole('button', { name: 'Register Company' }).click();
  await expect(page.getByText(taken)).toBeVisible();
  await expect(page.getByLabel('Company phone')).toBeFocused();
  await page.getByLabel('Company phone').fill('9811111112');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Pune');
  await page.getByRole('button', { name: 'Register Company' }).click();
  await expect(page.getByText('Registration Successful!')).toBeVisible();
  await expect(page.getByText('Redirecting you to dashboard...')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await goWithin(page, '/company-registration');
  await expect(page).toHaveURL(/\/dashboard$/);

  await goToProfile(page);
  const states = page.getByRole('region', { name: 'States' });
  await states.getByRole('button', { name: 'Add State' }).click();
  await expect(states.getByText('State is required')).toBeVisible();
  await states.getByRole('combobox', { name: 'Add a state' }).click();
  await expect(page.getByRole('option')).toHaveCount(35);
  await page.getByRole('option', { name: 'Kerala' }).click();
  await states.getByRole('button', { name: 'Add State' }).click();
  await expect(page.getByText('State Kerala added successfully. Applicable Acts will now appear.')).toBeVisible();
  await states.getByRole('combobox', { name: 'Add a state' }).fill('Kerala');
  await expect(page.getByText('No such state')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessibleEverywhere(page);

  await states.getByRole('button', { name: 'Remove Kerala' }).click();
  await expect(page.getByText(/^Are you sure you want to remove Kerala\?/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('State Kerala removed successfully. Compliance data has been updated.')).toBeVisible();
  await expect(states.getByRole('listitem')).toHaveText(['MaharashtraPrimary']);
  await expect(states.getByRole('list')).toBeFocused();
});

test('somebody sees where they are signed in and ends it', async ({ page, browser }) => {
  const person = makePerson('Farhan');
  await signUp(page, server, person, { state: 'Kerala', employees: '5' });
  const phone = await openElsewhere(browser, {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1',
  });
  await signIn(phone, server, person);
  await goToProfile(page);
  const security = page.getByRole('region', { name: 'Security' });
  const sessions = security.getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('Chrome on Linux');
  await expect(sessions.first()).toContainText('This device');
  await expect(sessions.last()).toContainText('Safari on iPhone');
  await security.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click();
  await expect(page.getByText('Signed out of Safari on iPhone')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await phone.reload();
  await expect(phone).toHaveURL(/\/login$/);
  await phone.context().close();

  await security.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a password that somebody would guess is told while it is typed, and hinders nobody', async ({ page }) => {
  await page.goto(`${server.url}/register`);
  await page.getByLabel('Company name').fill('Ganga Textiles');
  await page.getByLabel(/^Password/).fill('Ganga@2026');
  await expect(page.getByText('Avoid your name, your email and your company.')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.getByLabel(/^Password/).fill('Sahi-Samay-2026');
  await expect(page.getByText('Strength: Strong')).toBeVisible();
  await page.getByLabel(/^Password/).fill('');
  await expect(page.getByText('Strength:')).toHaveCount(0);
});

type Region = ReturnType<Page['getByRole']>;

async function save(region: Region) {
  await region.getByRole('button', { name: 'Save' }).click();
}

async function goToProfile(page: Page) {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
}
