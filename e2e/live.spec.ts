import { addPerson, openAs, signInByApi } from './api.ts';
import { expect, openElsewhere, type Page, test } from './journey.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

const EPF = 'EPF: file ECR and pay contributions';

/** As ECR may be overdue, its row may say that it is not done. */
const DONE = /(?<!Not )Done/;

const SOON = { timeout: 3_000 };

// Tolerated: the server is away for a while, and a session ends.
test.use({ tolerated: /Failed to load resource/ });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('what is recorded in one tab or browser appears in the others, over one connection a browser', {
  tag: '@smoke',
}, async ({ page, context, browser }) => {
  const person = makePerson();
  const connections = countConnections(page);
  const { token } = await addPerson(server, person, { state: 'Maharashtra', employeeCount: 120 });
  const connected = waitForConnection(page);
  await openAs(page, server, token, '/dashboard');
  await connected;
  const tab = await context.newPage();
  const tabConnections = countConnections(tab);
  await tab.goto(`${server.url}/dashboard`);
  const elsewhere = await openElsewhere(browser);
  await openAs(elsewhere, server, await signInByApi(server, person), '/dashboard');
  await expect(rowOf(tab, EPF)).not.toContainText(DONE);
  await expect(rowOf(elsewhere, EPF)).not.toContainText(DONE);

  await record(page, EPF, 'Done');
  await expect(rowOf(tab, EPF)).toContainText(DONE, SOON);
  await expect(rowOf(elsewhere, EPF)).toContainText(DONE, SOON);
  expect(connections() + tabConnections()).toBe(1);

  // Next tab in line takes the connection over when the one that held it closes.
  const takenOver = waitForConnection(tab);
  await page.close();
  await takenOver;
  await record(elsewhere, EPF, 'Not Done');
  await expect(rowOf(tab, EPF)).toContainText('Not Done', SOON);

  const restarted = Promise.all([waitForConnection(tab), waitForConnection(elsewhere)]);
  await server.stop();
  await server.start();
  await restarted;
  await record(tab, EPF, 'Done');
  await expect(rowOf(elsewhere, EPF)).not.toContainText('Not Done', SOON);
  await expect(rowOf(elsewhere, EPF)).toContainText(DONE, SOON);
  await elsewhere.context().close();
});

test('a session that ends elsewhere ends here at once', async ({ page }) => {
  const connected = waitForConnection(page);
  const { token } = await addPerson(server, makePerson('Binod'), { state: 'Kerala', employeeCount: 50 });
  await openAs(page, server, token, '/dashboard');
  await connected;
  await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await expect(page).toHaveURL(/\/login$/, SOON);
});

function rowOf(page: Page, title: string) {
  return page.getByRole('row').filter({ hasText: title });
}

async function record(page: Page, title: string, status: string) {
  await rowOf(page, title).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel(status, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

function countConnections(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (isConnection(request.url())) count += 1;
  });
  return () => count;
}

async function waitForConnection(page: Page): Promise<void> {
  await page.waitForResponse((response) => isConnection(response.url()) && response.ok(), { timeout: 60_000 });
}

function isConnection(url: string): boolean {
  return new URL(url).pathname === '/api/live';
}
