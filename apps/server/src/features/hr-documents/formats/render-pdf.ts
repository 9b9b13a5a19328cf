import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { type Block, type Format, staysTogether } from './format.ts';
import { numberOf, wordsOf } from './words.ts';

const MARGIN = 45;

/** The place of the foot, within the margin. */
const FOOT = 28;

/** The height of a line to fill in, at least. */
const ROW = 20;

const SIZE = { text: 10, table: 8.5, small: 7.5 };

const INK = { text: '#1b212c', dim: '#5d6676', line: '#aeb6c4', shade: '#f1f3f7' };

/** When the formats were written, as readers show it: the bytes don't depend on the moment. */
const WRITTEN = new Date('2026-11-20T00:00:00Z');

/** Renders a format as a PDF to print: the same bytes for the same format (R-hr-documents-10). */
export async function renderPdf(format: Format): Promise<Buffer> {
  const { under, asked, notes, foot } = wordsOf(format);
  const pdf = new PDFDocument({
    size: 'A4',
    layout: format.isWide ? 'landscape' : 'portrait',
    margin: MARGIN,
    lang: 'en-IN',
    displayTitle: true,
    bufferPages: true,
    info: { Title: format.title, Author: 'Anupalan', CreationDate: WRITTEN },
  });
  const bytes = buffer(pdf);
  pdf.font('Helvetica-Bold').fontSize(17).fillColor(INK.text).text(format.title).moveDown(0.2);
  drawSmall(pdf, under);
  pdf.moveDown(1);
  for (const [at, block] of format.blocks.entries()) drawBlock(pdf, block, format.blocks[at + 1]);
  drawHeading(pdf, 'How to use this format', SIZE.table);
  for (const [at, note] of notes.entries()) drawSmall(pdf, `${numberOf(at)} ${note}`);
  drawHeading(pdf, 'Which law asks for it', SIZE.table);
  for (const law of asked) drawSmall(pdf, law);
  drawFeet(pdf, foot);
  pdf.end();
  return bytes;
}

type Pdf = InstanceType<typeof PDFDocument>;

function drawBlock(pdf: Pdf, block: Block, next?: Block): void {
  if (block.kind === 'points') drawPoints(pdf, block.points);
  else if (block.kind === 'fields') drawFields(pdf, block.fields);
  else if (block.kind === 'table') drawTable(pdf, block);
  else if (block.kind === 'signatures') drawSignatures(pdf, block.signatories);
  else if (block.kind === 'heading') drawHeading(pdf, block.text, 11.5, roomWith(next));
  else drawText(pdf, block.text);
}

/** The room that a heading's lines need to be on its page; 0 where they may go on on the next. */
function roomWith(next?: Block): number {
  return next?.kind === 'fields' && staysTogether(next.fields) ? next.fields.length * ROW : 0;
}

function drawHeading(pdf: Pdf, text: string, size: number, lines = 0): void {
  makeRoom(pdf, Math.max(5 * size, 2.5 * size + lines));
  pdf.moveDown(0.6).font('Helvetica-Bold').fontSize(size).fillColor(INK.text).text(text, MARGIN).moveDown(0.3);
}

function drawText(pdf: Pdf, text: string): void {
  pdf.font('Helvetica').fontSize(SIZE.text).fillColor(INK.text).text(text, MARGIN, pdf.y, { lineGap: 2.5 });
  pdf.moveDown(0.5);
}

function drawPoints(pdf: Pdf, sentences: readonly string[]): void {
  const indent = 20;
  pdf.font('Helvetica').fontSize(SIZE.text);
  for (const [at, sentence] of sentences.entries()) {
    const options = { lineGap: 2, width: widthOf(pdf) - indent };
    makeRoom(pdf, pdf.heightOfString(sentence, options));
    const top = pdf.y;
    // A new page begins with black ink.
    pdf.fillColor(INK.text).text(numberOf(at), MARGIN, top, { lineBreak: false });
    pdf.text(sentence, MARGIN + indent, top, options).moveDown(0.3);
  }
  pdf.x = MARGIN;
  pdf.moveDown(0.2);
}

function drawSmall(pdf: Pdf, text: string): void {
  pdf.font('Helvetica').fontSize(SIZE.small).fillColor(INK.dim).text(text, MARGIN, pdf.y, { lineGap: 1 });
  pdf.moveDown(0.15);
}

function drawFields(pdf: Pdf, lines: Extract<Block, { kind: 'fields' }>['fields']): void {
  const widths = [0.36, 0.64].map((share) => share * widthOf(pdf));
  for (const [label, filled = ''] of lines) drawRow(pdf, [label, filled], widths, { height: ROW, shaded: [0] });
  pdf.y += 8;
}

function drawTable(pdf: Pdf, { columns, rows }: Extract<Block, { kind: 'table' }>): void {
  const shares = columns.reduce((sum, [, share]) => sum + share, 0);
  const widths = columns.map(([, share]) => (widthOf(pdf) * share) / shares);
  const titles = columns.map(([title]) => title);
  const head = { height: 20, shaded: titles.keys().toArray(), isHead: true };
  makeRoom(pdf, heightOfRow(pdf, titles, widths, head) + 21);
  drawRow(pdf, titles, widths, head);
  for (const row of rows) {
    const look = { height: 21, shaded: [] };
    if (makeRoom(pdf, heightOfRow(pdf, row, widths, look))) drawRow(pdf, titles, widths, head);
    drawRow(pdf, row, widths, look);
  }
  pdf.y += 8;
}

type Look = { readonly height: number; readonly shaded: readonly number[]; readonly isHead?: boolean };

const PADDING = { x: 4, y: 4 };

/** Draws a row of cells with its borders, on a new page where it doesn't fit. */
function drawRow(pdf: Pdf, texts: readonly string[], widths: readonly number[], look: Look): void {
  const height = heightOfRow(pdf, texts, widths, look);
  makeRoom(pdf, height);
  const top = pdf.y;
  let left = MARGIN;
  for (const [at, text] of texts.entries()) {
    const width = widths[at] ?? 0;
    if (look.shaded.includes(at)) pdf.rect(left, top, width, height).fill(INK.shade);
    pdf.rect(left, top, width, height).lineWidth(0.5).stroke(INK.line);
    const within = { width: width - 2 * PADDING.x };
    chooseCellFont(pdf, look).fillColor(INK.text);
    pdf.text(text, left + PADDING.x, top + (height - pdf.heightOfString(text, within)) / 2 + 0.5, within);
    left += width;
  }
  pdf.x = MARGIN;
  pdf.y = top + height;
}

function heightOfRow(pdf: Pdf, texts: readonly string[], widths: readonly number[], look: Look): number {
  chooseCellFont(pdf, look);
  const heights = texts.map((text, at) => pdf.heightOfString(text, { width: (widths[at] ?? 0) - 2 * PADDING.x }));
  return Math.max(look.height, ...heights.map((height) => height + 2 * PADDING.y));
}

function chooseCellFont(pdf: Pdf, { isHead = false }: Look): Pdf {
  return pdf.font(isHead ? 'Helvetica-Bold' : 'Helvetica').fontSize(isHead ? SIZE.small : SIZE.table);
}

function drawSignatures(pdf: Pdf, signatories: readonly string[]): void {
  const height = 84;
  makeRoom(pdf, height);
  const top = pdf.y + 34;
  const width = widthOf(pdf) / signatories.length;
  pdf.font('Helvetica').fontSize(SIZE.table).fillColor(INK.text);
  for (const [at, who] of signatories.entries()) {
    const left = MARGIN + at * width;
    pdf
      .moveTo(left, top)
      .lineTo(left + Math.min(width - 14, 170), top)
      .lineWidth(0.7)
      .stroke(INK.text);
    pdf.text(`${who}\nName:\nDate:`, left, top + 4, { width: width - 14, lineGap: 2 });
  }
  pdf.x = MARGIN;
  pdf.y = top - 34 + height;
}

/** Begins a page when so much no longer fits on this one, and says whether it did. */
function makeRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.page.height - MARGIN) return false;
  pdf.addPage();
  return true;
}

function widthOf(pdf: Pdf): number {
  return pdf.page.width - 2 * MARGIN;
}

/** Writes the foot of every page, once it is known how many there are. */
function drawFeet(pdf: Pdf, foot: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // A text within the margin would begin a page.
    pdf.page.margins.bottom = 0;
    pdf.font('Helvetica').fontSize(SIZE.small).fillColor(INK.dim);
    const top = pdf.page.height - FOOT;
    pdf.text(`${foot}, page ${page + 1} of ${count}`, MARGIN, top, { width: widthOf(pdf), align: 'center' });
  }
}
