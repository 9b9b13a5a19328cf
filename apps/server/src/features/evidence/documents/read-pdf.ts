import { parentPort } from 'node:worker_threads';
import { keepDocument, type ReadDocument } from '@anupalan/domain/evidence/read-document';
import { getDocumentProxy } from 'unpdf';

/** Pages whose text is read, and characters of all of them together; what a challan says stands on its first. */
const PAGES = 30;
const CHARACTERS = 200_000;

/** What became of a document: it has no text, opens with a password alone, or can't be read. */
export type Outcome =
  | { readonly text: 'read'; readonly read: ReadDocument }
  | { readonly text: 'none' | 'locked' | 'unreadable' };

/** Reads the text of a PDF, line by line as it stands on its pages, and the figures in it. */
export async function readPdf(bytes: Uint8Array): Promise<Outcome> {
  try {
    const text = await readText(bytes);
    return text.trim() === '' ? { text: 'none' } : { text: 'read', read: keepDocument(text) };
  } catch (error) {
    return { text: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'unreadable' };
  }
}

async function readText(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES) && text.length < CHARACTERS; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : ' ');
    text += '\n';
    page.cleanup();
  }
  return text.slice(0, CHARACTERS);
}

// As a thread of its own it is ended when a document takes too much (`DocumentReader`).
parentPort?.postMessage('ready');
parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await readPdf(bytes)));
