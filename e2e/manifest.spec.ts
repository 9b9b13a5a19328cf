import { expect, test } from './journey.ts';

/** Function for the page: whether a picture is answered as it was named, and its size. */
const READ_PICTURE = `async (address) => {
  const answer = await fetch(address);
  const { width, height } = await createImageBitmap(await answer.blob());
  return { type: answer.headers.get('content-type'), sizes: width + 'x' + height };
}`;

interface Icon {
  readonly src: string;
  readonly type: string;
  readonly sizes: string;
  readonly purpose?: string;
}

test('a phone can install the pages: the manifest they name has icons of the sizes and types it says', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const read = (address: string) => page.evaluate(`(${READ_PICTURE})(${JSON.stringify(address)})`);
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(new URL(address ?? '', server.url).href);
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const { icons, ...manifest } = (await answer.json()) as { icons: Icon[] };
  expect(manifest).toMatchObject({ name: 'Anupalan', start_url: '/dashboard', scope: '/', display: 'standalone' });
  for (const { src, type, sizes } of icons) expect(await read(src), src).toEqual({ type, sizes });
  // What Chromium asks for before it offers to install.
  for (const sizes of ['192x192', '512x512']) expect(icons.some((icon) => icon.sizes === sizes)).toBe(true);
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);

  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect(await read(touch ?? '')).toEqual({ type: 'image/png', sizes: '180x180' });
  for (const icon of await page.locator('link[rel=icon]').all()) {
    const found = await page.request.get(new URL((await icon.getAttribute('href')) ?? '', server.url).href);
    expect(found.headers()['content-type']).toMatch(/^image\/(svg\+xml|x-icon|vnd\.microsoft\.icon)/);
  }
});
