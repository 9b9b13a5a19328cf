import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';

/** Pages whose text is read, and characters of all of them together; what a challan says stands on its first. */
const PAGES = 30;
const CHARACTERS = 200_000;

/** The text of a document; none where it has none, is locked by a password, or can't be read. */
export const DocumentText = z.union([
  z.object({ outcome: z.literal('read'), text: z.string() }),
  z.object({ outcome: z.enum(['none', 'locked', 'unreadable']) }),
]);
export type DocumentText = z.infer<typeof DocumentText>;

/** Reads the text of a PDF, line by line as it stands on its pages. */
export async function readPdfText(bytes: Buffer): Promise<DocumentText> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    let text = '';
    for (let number = 1; number <= Math.min(pdf.numPages, PAGES) && text.length < CHARACTERS; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : ' ');
      text += '\n';
      page.cleanup();
    }
    return text.trim() === '' ? { outcome: 'none' } : { outcome: 'read', text: text.slice(0, CHARACTERS) };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { outcome: isLocked ? 'locked' : 'unreadable' };
  }
}
