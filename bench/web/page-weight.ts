import type { Page } from 'playwright';

export type Kind = 'script' | 'style' | 'font';

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['script', /\.js$/],
  ['style', /\.css$/],
  ['font', /\.woff2$/],
];

/** Bytes as sent, with their headers, and requests. */
export interface Weight {
  readonly bytes: number;
  readonly requests: number;
}

export type PageWeight = Readonly<Record<Kind, Weight>>;

/**
 * Script for each page: notes as `shownAt` the moment at which what a selector names is in it for the first time. What
 * loads late has patience without an end, else a slow machine would have it load before that.
 */
export function noteWhenShown(selector: string): string {
  return `{
    const { setTimeout, requestIdleCallback } = window;
    window.setTimeout = (run, ms, ...given) => setTimeout(run, ms >= 2_000 ? 1e9 : ms, ...given);
    window.requestIdleCallback = (run) => requestIdleCallback(run);
    new MutationObserver((_, sightings) => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) return;
      sightings.disconnect();
      window.shownAt = performance.now();
      Object.assign(window, { setTimeout, requestIdleCallback });
    }).observe(document, { childList: true, subtree: true });
  }`;
}

/** Script for the page: the addresses that were asked for until that moment, or so far where none was noted. */
const LIST_ASKED = `performance.getEntriesByType('resource')
  .filter(({ startTime }) => startTime <= (window.shownAt ?? Infinity))
  .map(({ name }) => name.split('#')[0])`;

/**
 * Weighs what a browser that has nothing of the site yet asks for until something is shown, or with null until the
 * network is quiet. The page is one that was never opened.
 */
export async function weighPage(page: Page, url: string, shown: string | null): Promise<PageWeight> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = urls.get(requestId);
    if (address) bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  if (shown !== null) await page.addInitScript(noteWhenShown(shown));
  await page.goto(url, { waitUntil: shown === null ? 'networkidle' : 'load' });
  if (shown !== null) await page.locator(shown).first().waitFor({ state: 'attached' });
  const asked = await page.evaluate<string[]>(LIST_ASKED);
  const files = [...new Set(asked)].filter((address) => kindOf(address) !== null);
  // What was asked for just before may still be on its way.
  while (files.some((address) => !bytes.has(address))) await page.waitForTimeout(20);
  const weigh = (kind: Kind): Weight => {
    const ofKind = files.filter((address) => kindOf(address) === kind);
    return { bytes: ofKind.reduce((sum, address) => sum + (bytes.get(address) ?? 0), 0), requests: ofKind.length };
  };
  return { script: weigh('script'), style: weigh('style'), font: weigh('font') };
}

function kindOf(address: string): Kind | null {
  const { pathname } = new URL(address);
  return KINDS.find(([, ending]) => ending.test(pathname))?.[0] ?? null;
}
