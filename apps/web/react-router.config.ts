import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { makeFirstScreen } from './first-screen/make-first-screen.ts';
import { keepRootStyles } from './keep-root-styles.ts';
import { makePublicPages, PUBLIC_PAGES } from './public-pages/make-public-pages.ts';

const compress = promisify(brotliCompress);

/** Page of addresses that are none, under an address that is none. */
const NOT_FOUND = '/not-found';

/**
 * Prerendering: public pages are static HTML. Pages that need a session are their frame, which names the scripts and
 * style sheets of that page and asks for its data at once. Every other page of the application gets the fallback and
 * renders in the browser, as does /reset-password, which depends on the navigation that led there.
 */
export default {
  ssr: false,
  // Each build has a folder of its own, which scripts/build-web.mjs names.
  buildDirectory: process.env.WEB_BUILD ?? 'build/by-hand',
  prerender: [
    ...PUBLIC_PAGES,
    '/login',
    '/register',
    '/forgot-password',
    NOT_FOUND,
    '/contact',
    '/recruitment/job-posting',
    '/dashboard',
    '/dashboard/company-registration',
    '/profile',
    '/profile/passkeys',
    '/company/people',
    '/hr-format',
    '/company/activity',
    '/users',
    '/audit-log',
    '/enquiries',
  ],
  async buildEnd({ buildManifest, reactRouterConfig }) {
    const addresses = listAddresses(buildManifest?.routes ?? {});
    await writeFile(path.join(reactRouterConfig.buildDirectory, 'addresses.json'), JSON.stringify(addresses));
    await keepRootStyles(path.join(reactRouterConfig.buildDirectory, 'client'));
    await makePublicPages(path.join(reactRouterConfig.buildDirectory, 'client'));
    await makeFirstScreen(path.join(reactRouterConfig.buildDirectory, 'client'));
    const assets = path.join(reactRouterConfig.buildDirectory, 'client/assets');
    await removeUnnamed(assets);
    await compressAssets(assets);
  },
} satisfies Config;

/** Removes style sheets that no script names: those of the build that prerenders, which come along. */
async function removeUnnamed(folder: string): Promise<void> {
  const files = await readdir(folder);
  const ofScripts = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFile(path.join(folder, file), 'utf8'));
  const scripts = (await Promise.all(ofScripts)).join('\n');
  const unnamed = files.filter((file) => file.endsWith('.css') && !scripts.includes(file));
  await Promise.all(unnamed.map((file) => rm(path.join(folder, file))));
}

/** Compresses assets at build time, at the best level, instead of for every visitor. */
async function compressAssets(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(m?js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const asset = path.join(folder, file);
      await writeFile(`${asset}.br`, await compress(await readFile(asset)));
    }),
  );
}

type Routes = Record<string, { path?: string | undefined; parentId?: string | undefined }>;

/** Addresses that are pages, so that the server can answer 404 to the rest (R-pages-5). */
function listAddresses(routes: Routes): string[] {
  const addressOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [addressOf(route.parentId), route.path].filter(Boolean).join('/') : '';
  };
  const addresses = Object.keys(routes).map((id) => `/${addressOf(id)}`);
  return [...new Set(addresses)].filter((address) => !address.includes('*')).sort();
}
