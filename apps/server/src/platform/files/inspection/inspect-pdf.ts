import { getDocumentProxy } from 'unpdf';
import { type Harm, type Inspected, NOTHING, refusedFor } from './inspected.ts';
import { isProgramName } from './programs.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** Pages that are looked at; the others have to be there only as the document's own count. */
const PAGES_LOOKED_AT = 500;

/** Pages of a document at most. Finding one page takes time in proportion to all of them. */
const MOST_PAGES = 20_000;

/**
 * The type of a PDF, and the harm that it may do: it opens without a password and has a page, and starts no program, has
 * no files attached and runs no script (R-hr-documents-6). Scripts of a form's fields don't count: they reckon in many
 * a form of an authority, and readers keep them to the form.
 */
export async function inspectPdf(bytes: Buffer): Promise<Inspected> {
  // Most launches stand in plain sight.
  if (findsLaunch(bytes)) return refusedFor('program');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  if (pdf.numPages < 1 || pdf.numPages > MOST_PAGES) return NOTHING;
  if (await pdf.getAttachments()) return refusedFor('attachment');
  const harms = new Set<Harm>();
  if (await pdf.getJSActions()) harms.add('script');
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_LOOKED_AT); number++) {
    for (const harm of await harmsOf(await pdf.getPage(number))) harms.add(harm);
  }
  for (const harm of ['program', 'attachment'] as const) if (harms.has(harm)) return refusedFor(harm);
  return { type: 'pdf', harm: harms.has('script') ? 'script' : null };
}

/** Bytes that are searched at once, and of which the next ones begin again, in case something lies across. */
const SEARCHED = 1024 * 1024;
const AGAIN = 256;

function findsLaunch(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += SEARCHED) {
    if (/\/S\s*\/Launch\b/.test(bytes.toString('latin1', Math.max(0, at - AGAIN), at + SEARCHED))) return true;
  }
  return false;
}

async function harmsOf(page: Page): Promise<Harm[]> {
  const annotations: readonly { subtype?: string; unsafeUrl?: string }[] = await page.getAnnotations();
  const harms = annotations.flatMap(({ subtype, unsafeUrl = '' }): Harm[] => {
    if (subtype === 'FileAttachment') return ['attachment'];
    if (/^\s*(javascript|vbscript|data):/i.test(unsafeUrl)) return ['script'];
    return isProgramPath(unsafeUrl) ? ['program'] : [];
  });
  return (await page.getJSActions()) ? [...harms, 'script'] : harms;
}

/** Whether a link leads to a program on the reader's own machine; `www.` is an address that lacks its scheme. */
function isProgramPath(link: string): boolean {
  return !/^(https?:|mailto:|tel:|www\.)/i.test(link) && isProgramName(link);
}
