import { test as base, expect } from '@playwright/test';
import { signInByApi } from './api.ts';
import { watchForComplaints } from './page-checks.ts';
import { Server } from './server.ts';

export const ADMINISTRATOR = { email: 'admin@anupalan.local', password: 'Sahi-Samay-2026' };

/** Journeys sign in oftener than any people of one address. */
const MANY = '10000';

type OfEachTest = {
  /** What a page may complain of because the test provokes it. */
  tolerated: RegExp | null;
  complaints: string[];
};

type OfAllTests = {
  server: Server;
  /** A session of the administrator that no test ends. */
  administratorToken: string;
};

/** A browser test: one server for all of them, and no page may complain of anything that is not tolerated. */
export const test = base.extend<OfEachTest, OfAllTests>({
  tolerated: [null, { option: true }],
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
      });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  administratorToken: [async ({ server }, use) => use(await signInByApi(server, ADMINISTRATOR)), { scope: 'worker' }],
});

export { expect, type Locator, type Page } from '@playwright/test';
