import { chooseFont, type Pdf } from './write-text.ts';

/**
 * Draws `Page n of m` on pages that leave before m is known: all of them refer to one object with the number, which is
 * written last.
 */
export async function makePageCount(pdf: Pdf): Promise<{
  draw: (right: number, top: number, size: number, ink: string) => Promise<void>;
  end: () => void;
}> {
  await chooseFont(pdf, 'Latin', '400Regular');
  const font = presentFont(pdf);
  const total = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -4, ROOM, 12],
    Resources: { Font: { F1: font.ref() } },
  });
  let pages = 0;
  let drawnSize = 0;
  return {
    async draw(right, top, size, ink) {
      pages++;
      drawnSize = size;
      const text = `Page ${pages} of `;
      await chooseFont(pdf, 'Latin', '400Regular');
      pdf.fontSize(size).fillColor(ink);
      const left = right - ROOM - pdf.widthOfString(text);
      pdf.text(text, left, top, { lineBreak: false, baseline: -0.718 * size });
      pdf.page.xobjects.Total = total;
      pdf.save().transform(1, 0, 0, -1, right - ROOM, top + 0.718 * size);
      pdf.addContent('/Total Do').restore();
    },
    end() {
      const [glyphs] = font.encode(String(pages));
      total.end(`BT /F1 ${drawnSize} Tf 0 0 Td <${glyphs.join('')}> Tj ET`);
    },
  };
}

/** A font of PDFKit as a document has it at present, which its types leave out. */
interface PresentFont {
  ref(): object;
  /** The glyphs of a text, each as hexadecimal digits. */
  encode(text: string): [glyphs: string[], positions: unknown];
}

function presentFont(pdf: Pdf): PresentFont {
  return (pdf as unknown as { _font: PresentFont })._font;
}

/** The room for the number of pages, in points. */
const ROOM = 24;
