import type { FileType } from '@anupalan/contract/wire/files';
import { getDocumentProxy } from 'unpdf';
import { isProgramName } from './programs.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** Pages that are looked at; the others have to be there only as the document's own count. */
const PAGES_LOOKED_AT = 500;

/**
 * The type of a PDF, whose bytes are used up: it opens without a password and has a page, starts no program, runs no
 * script on opening, and has no files attached (R-hr-documents-6). The scripts of a form's fields are let through: they
 * reckon in many a form of an authority, and readers keep them to the form.
 */
export async function inspectPdf(bytes: Buffer): Promise<FileType | null> {
  // Most launches stand in plain sight.
  if (findsLaunch(bytes)) return null;
  const pdf = await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), { verbosity: 0 });
  if (pdf.numPages < 1 || (await pdf.getJSActions()) || (await pdf.getAttachments())) return null;
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_LOOKED_AT); number++) {
    if (await isActive(await pdf.getPage(number))) return null;
  }
  return 'pdf';
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

async function isActive(page: Page): Promise<boolean> {
  if (await page.getJSActions()) return true;
  const annotations: readonly { subtype?: string; unsafeUrl?: string }[] = await page.getAnnotations();
  return annotations.some(
    ({ subtype, unsafeUrl = '' }) =>
      subtype === 'FileAttachment' || /^\s*(javascript|vbscript|data):/i.test(unsafeUrl) || isProgramPath(unsafeUrl),
  );
}

/** Whether a link leads to a program on the reader's own machine. */
function isProgramPath(link: string): boolean {
  return !/^(https?|mailto|tel):/i.test(link) && isProgramName(link);
}
