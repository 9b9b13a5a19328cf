import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundlePageScript } from './bundle-page-script.ts';
import { listClasses, selectStyles } from './select-styles.ts';

/** Pages that are HTML: they work without the application, and load it for who needs it (R-pages-34). */
export const PUBLIC_PAGES: readonly string[] = [...['/', '/plans', '/rates', '/terms', '/privacy', '/refund-policy']];

/**
 * Rewrites the prerendered public pages of a build.
 * @param folder what the build serves
 */
export async function makePublicPages(folder: string): Promise<void> {
  const script = await bundlePageScript();
  for (const address of PUBLIC_PAGES) {
    const file = path.join(folder, address, 'index.html');
    const html = await readFile(file, 'utf8');
    const sheets = await Promise.all(listSheets(html).map((sheet) => readFile(path.join(folder, sheet), 'utf8')));
    await writeFile(file, toPublicPage(html, { script, styles: selectStyles(sheets.join('\n'), listClasses(html)) }));
  }
}

/**
 * A prerendered page that doesn't start the application: what would is held by attributes that browsers ignore until
 * the page's script (`app/public-page`) releases it. On a link that is RDFa's `property`, as HTML asks each link for it
 * or for `rel`. The rules of style that the page uses stand in it.
 * @throws Error when the page doesn't look like one that starts the application
 */
export function toPublicPage(html: string, { script, styles }: { script: string; styles: string }): string {
  const page = html
    .replaceAll(/<link rel="(?=modulepreload"|stylesheet")/g, '<link property="')
    .replaceAll('<script type="module" async="">', '<script type="text/plain" data-application="">')
    // The bar marks the open page in the browser only, because the fallback page has no address; this one has.
    .replaceAll('aria-current="false"', 'aria-current="page"')
    .replace('</head>', () => `<style>${styles}</style><script>${script}</script></head>`);
  const fault = findFault(page);
  if (fault) throw new Error(`A public page ${fault}: see apps/web/public-pages.`);
  return page;
}

function findFault(page: string): string | undefined {
  if (page.split(' data-application=""').length !== 2) return 'has not exactly one script that starts the application';
  if (!page.includes('<link property="stylesheet"')) return 'has no style sheets';
  if (/<link rel="(modulepreload|stylesheet)"|<script[^>]*( src=|type="module")/.test(page)) {
    return 'still loads the application';
  }
  return undefined;
}

function listSheets(html: string): string[] {
  return [...html.matchAll(/<link rel="stylesheet" href="([^"#]+)/g)].map(([, address = '']) => address);
}
