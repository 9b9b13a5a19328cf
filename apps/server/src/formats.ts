import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renderDocx } from './features/hr-documents/formats/render-docx.ts';
import { renderPdf } from './features/hr-documents/formats/render-pdf.ts';
import { SHIPPED } from './features/hr-documents/formats/shipped-documents.ts';
import { SHIPPED_FORMATS } from './features/hr-documents/formats/shipped-formats.ts';

/** `npm run formats`: makes the files of the HR formats anew from their sources (R-hr-documents-10). */
await rm(SHIPPED, { recursive: true, force: true });
await mkdir(SHIPPED);
for (const format of SHIPPED_FORMATS) {
  await writeFile(path.join(SHIPPED, `${format.key}.docx`), await renderDocx(format));
  await writeFile(path.join(SHIPPED, `${format.key}.pdf`), await renderPdf(format));
}
process.stdout.write(`${SHIPPED_FORMATS.length} formats made, each as .docx and .pdf\n`);
