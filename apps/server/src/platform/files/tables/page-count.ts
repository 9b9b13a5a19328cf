import type { Pdf } from './write-text.ts';

/**
 * Draws `Page n of m` on pages that leave before m is known: all of them refer to one object with the number, which is
 * written last.
 */
export function makePageCount(pdf: Pdf): {
  draw: (right: number, top: number, size: number, ink: string) => void;
  end: () => void;
} {
  const font = pdf.ref({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' });
  const total = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -4, ROOM, 12],
    Resources: { Font: { F1: font } },
  });
  let pages = 0;
  let drawnSize = 0;
  return {
    draw(right, top, size, ink) {
      pages++;
      drawnSize = size;
      const text = `Page ${pages} of `;
      pdf.font('Helvetica').fontSize(size).fillColor(ink);
      const left = right - ROOM - pdf.widthOfString(text);
      pdf.text(text, left, top, { lineBreak: false, baseline: -0.718 * size });
      pdf.page.xobjects.Total = total;
      pdf.save().transform(1, 0, 0, -1, right - ROOM, top + 0.718 * size);
      pdf.addContent('/Total Do').restore();
    },
    end() {
      font.end('');
      total.end(`BT /F1 ${drawnSize} Tf 0 0 Td (${pages}) Tj ET`);
    },
  };
}

/** The room for the number of pages, in points. */
const ROOM = 24;
