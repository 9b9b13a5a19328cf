import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Server } from '../../e2e/server.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { addConsultant } from './person.ts';
import { startWebKit } from './webkit.ts';

/*
 * The main journey in Firefox and in WebKit, of `npm run test:long`: what a person does first, and the widths at which
 * the dashboard has no room to spare (R-pages-47). `npm run test:long` says which browsers a machine lacks.
 */

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const WIDTHS = [768, 1024, 1280, 1400];
const ROW = 'tr[data-index] [data-opens-row]';
const ECR = 'EPF: file ECR and pay contributions';
const SLOW = { timeout: 30_000, interval: 100 };

/** Whether this is a run by night. */
const isAsked = process.env.BROWSERS === '1';

/** Pictures of the screens, for whoever wants to look: `PICTURES=folder npm run test:long`. */
const PICTURES = process.env.PICTURES;

const folder = mkdtempSync(path.join(tmpdir(), 'anupalan-browsers-'));
const challan = path.join(folder, 'challan.txt');
writeFileSync(challan, 'Paid on 12 November 2026');

let server: Server;

beforeAll(async () => {
  if (!isAsked) return;
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  server = await Server.start({ AUTH_ATTEMPTS_PER_IP: '1000' });
}, 90_000);

afterAll(() => server?.remove());

const ENGINES = [
  { name: 'Firefox', programs: [FIREFOX], start: () => startFirefox(FIREFOX, folder), saves: true },
  {
    name: 'WebKit',
    programs: [WEBKIT_DRIVER, MINI_BROWSER],
    start: () => startWebKit(WEBKIT_DRIVER, MINI_BROWSER),
    saves: false,
  },
];

/** Expression for the page: the element with these words, marked for a click. */
const mark = (selector: string, words: string) =>
  `(() => { const found = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility() && !one.disabled && (one.getAttribute('aria-label') ?? one.textContent).includes(${JSON.stringify(words)})); document.querySelectorAll('[data-trial]').forEach((one) => one.removeAttribute('data-trial')); found[0]?.setAttribute('data-trial', ''); return found.length > 0; })()`;

async function press(engine: Engine, selector: string, words: string) {
  await vi.waitFor(async () => expect(await engine.read(mark(selector, words)), words).toBe(true), SLOW);
  await engine.click('[data-trial]');
}

async function waitFor(engine: Engine, expression: string) {
  await vi.waitFor(async () => expect(await engine.read(`Boolean(${expression})`), expression).toBe(true), SLOW);
}

const shows = (words: string) => `document.body.innerText.includes(${JSON.stringify(words)})`;

describe.each(ENGINES)('$name', ({ name, programs, start, saves }) => {
  test.skipIf(!isAsked || !programs.every((program) => existsSync(program)))(
    'signs in, sees the rows at every width, records with evidence, exports and changes the company',
    { timeout: 300_000 },
    async () => {
      const person = await addConsultant(server);
      await using engine = await start();
      const look = async (screen: string) => {
        if (PICTURES) await engine.screenshot(path.join(PICTURES, `${name}-${screen}.png`));
      };
      await engine.resize(1280);
      await engine.open(`${server.url}/login`);
      await waitFor(engine, `document.querySelector('input[type=password]')`);
      await engine.click('input[type=email]');
      await engine.type(person.email);
      await engine.click('input[type=password]');
      await engine.type(person.password);
      await press(engine, 'button', 'Sign In');
      await waitFor(engine, shows('Verify your email'));
      await engine.click('[aria-label="Verification code, digit 1 of 6"]');
      const code = await vi.waitFor(() => server.readCode(person.email), SLOW);
      await engine.type(code);
      await waitFor(engine, `document.querySelector('${ROW}')`);

      for (const width of WIDTHS) {
        await engine.resize(width);
        await vi.waitFor(async () => {
          const [whole, page] = await engine.read<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
          );
          expect(whole, `at ${width} px`).toBeLessThanOrEqual(page);
        }, SLOW);
        await look(`dashboard-${width}`);
      }
      await engine.resize(1280);

      await press(engine, ROW, ECR);
      await waitFor(engine, shows('Status Tracking'));
      await engine.read(`document.querySelector('[role=dialog] input[type=radio][value=done]').click()`);
      await press(engine, '[role=dialog] button', 'Attach files');
      await engine.chooseFile('[role=dialog] input[type=file]', challan);
      await waitFor(engine, shows('challan.txt'));
      await press(engine, '[role=dialog] button', 'Update Status');
      await waitFor(engine, shows('Status updated successfully'));
      await look('recorded');

      await engine.open(`${server.url}/company/exports`);
      await waitFor(engine, shows('Registers'));
      await look('exports');
      if (saves) {
        await press(engine, 'button', 'Export the compliance register');
        await press(engine, '[role=dialog] button', 'CSV');
        await vi.waitFor(
          () => expect(readdirSync(folder).filter((file) => file.endsWith('.csv'))).toHaveLength(1),
          SLOW,
        );
      }

      await engine.open(`${server.url}/dashboard`);
      await waitFor(engine, `document.querySelector('${ROW}')`);
      const before = await engine.read<string>('location.search');
      await press(engine, 'button', 'Company: ');
      const isOther = `[...document.querySelectorAll('[role=option]')].some((one) => !one.querySelector('svg'))`;
      await waitFor(engine, isOther);
      await look('switcher');
      await engine.read(
        `[...document.querySelectorAll('[role=option]')].find((one) => !one.querySelector('svg')).click()`,
      );
      await waitFor(engine, `location.search !== ${JSON.stringify(before)} && document.querySelector('${ROW}')`);
      await look('other-company');
    },
  );
});
