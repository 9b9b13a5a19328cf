import { chromium } from '@playwright/test';
import { addPerson, callApi, openAs } from './api.ts';
import { makePerson } from './people.ts';
import { Server } from './server.ts';

const server = await Server.start({ AUTH_ATTEMPTS_PER_IP: '10000', CALLS_PER_USER: '10000' }, '/dev/shm');
try {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log('pageerror', String(e).slice(0, 500)));
  const asha = makePerson('Asha');
  const { token, id } = await addPerson(server, asha, { state: 'Maharashtra', employeeCount: 120 });
  const { db } = await server.connect();
  await db.updateTable('users').set({ role: 'premium' }).where('id', '=', id).execute();
  const step = async (name, fn) => {
    const t = Date.now();
    try {
      await fn();
      console.log('ok', name, Date.now() - t);
    } catch (e) {
      console.log('FAIL', name, String(e).slice(0, 600));
      await page.screenshot({ path: '/dev/shm/place-fail.png' });
    }
  };
  await openAs(page, server, token, '/dashboard');
  await step('dashboard', () => page.getByRole('heading', { name: /Welcome, Asha/ }).waitFor({ timeout: 15000 }));
  console.log(page.url());
  await page.goto(server.url + '/company/people');
  await step('people', () => page.getByRole('heading', { name: 'People', level: 1 }).waitFor({ timeout: 15000 }));
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/dev/shm/place-people.png', fullPage: true });
  await step('add', async () => {
    await page.getByRole('button', { name: 'Add a company' }).click();
    await page.getByLabel('Company name').fill('Deccan Foods Private Limited');
    await page
      .getByRole('textbox', { name: 'Number of employees' })
      .or(page.getByLabel('Number of employees'))
      .first()
      .fill('40');
    await page.screenshot({ path: '/dev/shm/place-add.png' });
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Karnataka' }).click();
    await page.getByRole('button', { name: 'Add company' }).click();
    await page.waitForURL(/company=/, { timeout: 10000 });
  });
  console.log(page.url());
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/dev/shm/place-people2.png', fullPage: true });
  await page.goto(server.url + '/dashboard');
  await step('dashboard opens in used last', () => page.waitForURL(/company=/, { timeout: 10000 }));
  console.log(page.url());
  await page.getByText('Company Size').waitFor();
  await page.screenshot({ path: '/dev/shm/place-dash.png' });
  await step('switch', async () => {
    await page.getByRole('button', { name: /^Company:/ }).click();
    await page.waitForTimeout(800);
    await page.screenshot({ path: '/dev/shm/place-switch.png' });
    await page.getByRole('option', { name: /Kulkarni/ }).click();
    await page.getByText('Company Size: 120').waitFor({ timeout: 10000 });
  });
  console.log(page.url());
  await step('links', async () => {
    console.log(await page.getByRole('link', { name: 'HR Format' }).first().getAttribute('href'));
    await page.getByRole('link', { name: 'HR Format' }).first().click();
    await page.waitForTimeout(500);
    console.log(page.url());
  });
  await page.goto(server.url + '/dashboard?company=nonsense%20क');
  await step('refused', () => page.getByText('You are not a member of this company').waitFor({ timeout: 10000 }));
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/dev/shm/place-refused.png' });
  await page.goto(server.url + '/dashboard');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/dev/shm/place-phone.png' });
  await page.goto(server.url + '/company/people');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/dev/shm/place-people-phone.png', fullPage: true });
  await browser.close();
} finally {
  await server.remove();
}
