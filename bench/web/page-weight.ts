import type { Page } from 'playwright';

const KINDS = { script: /\.js$/, style: /\.css$/, font: /\.woff2$/ } as const;

export type Kind = keyof typeof KINDS;

/** Bytes as sent, with their headers, and requests. */
export interface Weight {
  readonly bytes: number;
  readonly requests: number;
}

export type PageWeight = Readonly<Record<Kind, Weight>>;

/** Script for each page: the moment at which something is in it for the first time. */
const NOTE_WHEN_SHOWN = (selector: string) => {
  const look = () => {
    if (document.querySelector(selector) === null) return;
    sightings.disconnect();
    Reflect.set(window, 'shownAt', performance.now());
  };
  const sightings = new MutationObserver(look);
  sightings.observe(document, { childList: true, subtree: true });
};

/** Script for the page: that moment, or what waits for it. */
const SHOWN_AT = () => Reflect.get(window, 'shownAt') as number | undefined;

/** Script for the page: addresses that were asked for until a moment. */
const LIST_ASKED = (until: number) =>
  performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime <= until)
    .map(({ name }) => name.split('#')[0]);

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
  if (shown !== null) await page.addInitScript(NOTE_WHEN_SHOWN, shown);
  await page.goto(url, { waitUntil: shown === null ? 'networkidle' : 'load' });
  const moment = await page.waitForFunction(shown === null ? () => performance.now() : SHOWN_AT);
  const asked = await page.evaluate(LIST_ASKED, (await moment.jsonValue()) ?? 0);
  const files = [...new Set(asked)].filter((address): address is string => kindOf(address) !== null);
  // What was asked for just before may still be on its way.
  while (files.some((address) => !bytes.has(address))) await page.waitForTimeout(20);
  const weigh = (kind: Kind): Weight => {
    const ofKind = files.filter((address) => kindOf(address) === kind);
    return { bytes: ofKind.reduce((sum, address) => sum + (bytes.get(address) ?? 0), 0), requests: ofKind.length };
  };
  return { script: weigh('script'), style: weigh('style'), font: weigh('font') };
}

function kindOf(address: string | undefined): Kind | null {
  if (address === undefined) return null;
  const { pathname } = new URL(address);
  const found = Object.entries(KINDS).find(([, ending]) => ending.test(pathname));
  return found ? (found[0] as Kind) : null;
}
