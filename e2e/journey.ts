import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { signInByApi } from './api.ts';
import { watchForComplaints } from './page-checks.ts';
import { Server } from './server.ts';

export const ADMINISTRATOR = { email: 'admin@anupalan.local', password: 'Sahi-Samay-2026' };

/** Settings that pages show, with all that HTML has to escape. */
export const SHOWN = { SUPPORT_EMAIL: "o'hara&co@example.in", FOOTER_CREDIT: 'Us & <b>"them"</b>' };

/** Limit on sign-ins, as all journeys come from one address. */
const MANY = '10000';

type OfEachTest = {
  /** Complaints of a page that the test provokes. */
  tolerated: RegExp | null;
  complaints: string[];
  /** Whether the popup that invites to post a job comes, as it does 90 seconds after a first visit. */
  isAskedToHire: boolean;
};

type OfAllTests = {
  server: Server;
  /** Administrator's session, which no test ends. */
  administratorToken: string;
};

/** Browser test: one server for all of them, and a page that complains of anything not tolerated fails it. */
export const test = base.extend<OfEachTest, OfAllTests>({
  tolerated: [null, { option: true }],
  isAskedToHire: [false, { option: true }],
  context: async ({ context, isAskedToHire }, use) => {
    if (!isAskedToHire) await postponePopup(context);
    await use(context);
  },
  complaints: [
    async ({ page, tolerated }, use) => {
      const complaints = watchForComplaints(page);
      await use(complaints);
      expect(complaints.filter((line) => !tolerated?.test(line))).toEqual([]);
    },
    { auto: true },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from it that nothing is needed
    async ({}, use) => {
      const server = await Server.start({
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        AUTH_ATTEMPTS_PER_IP: MANY,
        FORMS_PER_IP: MANY,
        CALLS_PER_USER: MANY,
        ...SHOWN,
      });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  administratorToken: [
    async ({ server }, use) => {
      const token = await signInByApi(server, ADMINISTRATOR);
      const { pool } = await server.connect();
      // A sign-in is fresh for 15 minutes; the journeys of one server take longer on a slow machine.
      await pool.query(
        "update sessions set authenticated_at = now() + interval '1 day' where user_id in (select id from users where primary_email = $1)",
        [ADMINISTRATOR.email],
      );
      await use(token);
    },
    { scope: 'worker' },
  ],
});

/** A page of somebody else, in a browser of their own. */
export async function openElsewhere(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  await postponePopup(context);
  return await context.newPage();
}

/** On a slow machine journeys take longer than the popup waits, which then lies over what they press. */
function postponePopup(context: BrowserContext) {
  return context.addInitScript(() => {
    try {
      localStorage.setItem('lastPopupTime', String(Date.now()));
    } catch {
      // A document of no origin keeps nothing.
    }
  });
}

export { expect, type Locator, type Page } from '@playwright/test';
