import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  HeadingLevel,
  HeightRule,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx';
import { unzipSync, zipSync } from 'fflate';
import { type Block, type Format, staysTogether } from './format.ts';
import { numberOf, wordsOf } from './words.ts';

/** A4 in twentieths of a point. */
const PAGE = { short: 11_906, long: 16_838, margin: 1_020 };

/** Sizes of letters, in half points. */
const SIZE = { text: 20, table: 17, small: 15 };

const INK = { dim: '5D6676', line: 'AEB6C4', shade: 'F1F3F7' };

const BORDER = { style: 'single', size: 4, color: INK.line } as const;
const NO_BORDER = { style: 'none', size: 0, color: 'auto' } as const;

/** The time in the archive's directory, in the local terms that archives have. */
const NO_TIME = new Date(1980, 0, 1);

/** Renders a format as a Word document: the same bytes for the same format (R-hr-documents-10). */
export async function renderDocx(format: Format): Promise<Buffer> {
  const { title, isWide = false } = format;
  const { foot } = wordsOf(format);
  const document = new Document({
    title,
    creator: 'Anupalan',
    styles: { default: { document: { run: { font: 'Arial', size: SIZE.text } } } },
    sections: [
      {
        properties: {
          page: {
            size: {
              width: PAGE.short,
              height: PAGE.long,
              orientation: isWide ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
          },
        },
        footers: { default: makeFooter(foot) },
        children: makeBody(format),
      },
    ],
  });
  return settle(await Packer.toBuffer(document));
}

/** Makes the bytes independent of the moment: of the document's properties and the archive's directory. */
function settle(bytes: Buffer): Buffer {
  const parts = unzipSync(bytes);
  const properties = parts[PROPERTIES];
  if (!properties) throw new Error(`${PROPERTIES} is missing`);
  const timeless = Buffer.from(properties)
    .toString()
    .replaceAll(/(?<=>)\d{4}-\d\d-\d\dT[^<]*(?=<)/g, WRITTEN);
  return Buffer.from(zipSync({ ...parts, [PROPERTIES]: Buffer.from(timeless) }, { mtime: NO_TIME }));
}

const PROPERTIES = 'docProps/core.xml';

/** When the formats were written, as readers show it. */
const WRITTEN = '2026-11-20T00:00:00Z';

function makeBody(format: Format): FileChild[] {
  const { under, asked, notes } = wordsOf(format);
  const width = (format.isWide ? PAGE.long : PAGE.short) - 2 * PAGE.margin;
  return [
    new Paragraph({
      heading: HeadingLevel.TITLE,
      spacing: { after: 60 },
      children: [new TextRun({ text: format.title, bold: true, size: 34, font: 'Arial' })],
    }),
    new Paragraph({ spacing: { after: 200 }, children: [small(under)] }),
    ...format.blocks.flatMap((block) => makeBlock(block, width)),
    makeHeading('How to use this format', SIZE.table),
    ...notes.map((note, at) => makeSmall(`${numberOf(at)} ${note}`)),
    makeHeading('Which law asks for it', SIZE.table),
    ...asked.map(makeSmall),
  ];
}

function makeBlock(block: Block, width: number): FileChild[] {
  switch (block.kind) {
    case 'heading':
      return [makeHeading(block.text, 23)];
    case 'text':
      return [makeText(block.text)];
    case 'points':
      return block.points.map((point, at) => makePoint(`${numberOf(at)}\t${point}`));
    case 'fields':
      return [makeFields(block.fields, width), makeGap()];
    case 'table':
      return [makeTable(block, width), makeGap()];
    case 'signatures':
      return [makeSignatures(block.signatories, width), makeGap()];
  }
}

function makeHeading(text: string, size: number): Paragraph {
  return new Paragraph({
    heading: HeadingLevel.HEADING_2,
    keepNext: true,
    spacing: { before: 200, after: 80 },
    children: [new TextRun({ text, bold: true, size, color: '1B212C', font: 'Arial' })],
  });
}

function makeText(text: string): Paragraph {
  return new Paragraph({ spacing: { after: 120, line: 276 }, children: [new TextRun(text)] });
}

function makePoint(text: string): Paragraph {
  return new Paragraph({
    spacing: { after: 80, line: 264 },
    indent: { left: 400, hanging: 400 },
    tabStops: [{ type: 'left', position: 400 }],
    children: [new TextRun(text)],
  });
}

function makeSmall(text: string): Paragraph {
  return new Paragraph({ spacing: { after: 40 }, children: [small(text)] });
}

function makeGap(): Paragraph {
  return new Paragraph({ spacing: { after: 60 }, children: [small('')] });
}

function small(text: string): TextRun {
  return new TextRun({ text, size: SIZE.small, color: INK.dim });
}

function makeFields(lines: Extract<Block, { kind: 'fields' }>['fields'], width: number): Table {
  const widths = [Math.round(width * 0.36), Math.round(width * 0.64)];
  const together = staysTogether(lines);
  const rows = lines.map(([label, filled = ''], at) =>
    makeRow([label, filled], widths, { height: 380, shaded: [0], keepNext: together && at < lines.length - 1 }),
  );
  return makeGrid(rows, widths);
}

function makeTable({ columns, rows }: Extract<Block, { kind: 'table' }>, width: number): Table {
  const shares = columns.reduce((sum, [, share]) => sum + share, 0);
  const widths = columns.map(([, share]) => Math.round((width * share) / shares));
  const titles = columns.map(([title]) => title);
  const head = makeRow(titles, widths, { height: 380, shaded: titles.keys().toArray(), isHead: true });
  return makeGrid([head, ...rows.map((row) => makeRow(row, widths, { height: 400, shaded: [] }))], widths);
}

function makeGrid(rows: TableRow[], columnWidths: number[]): Table {
  const size = columnWidths.reduce((sum, width) => sum + width, 0);
  return new Table({ rows, columnWidths, width: { size, type: WidthType.DXA }, layout: TableLayoutType.FIXED });
}

type Look = {
  readonly height: number;
  readonly shaded: readonly number[];
  readonly isHead?: boolean;
  readonly keepNext?: boolean;
};

function makeRow(
  texts: readonly string[],
  widths: number[],
  { height, shaded, isHead = false, keepNext = false }: Look,
): TableRow {
  return new TableRow({
    cantSplit: true,
    tableHeader: isHead,
    height: { value: height, rule: HeightRule.ATLEAST },
    children: texts.map(
      (text, at) =>
        new TableCell({
          width: { size: widths[at] ?? 0, type: WidthType.DXA },
          verticalAlign: VerticalAlignTable.CENTER,
          margins: { top: 50, bottom: 50, ...sidesOf(widths[at] ?? 0) },
          borders: { top: BORDER, bottom: BORDER, left: BORDER, right: BORDER },
          ...(shaded.includes(at) && { shading: { type: ShadingType.CLEAR, fill: INK.shade, color: 'auto' } }),
          children: [
            new Paragraph({
              keepNext,
              children: [new TextRun({ text, size: isHead ? SIZE.small : SIZE.table, bold: isHead })],
            }),
          ],
        }),
    ),
  });
}

/** The room beside a cell's text: a day of a month has none to spare. */
function sidesOf(width: number): { left: number; right: number } {
  const room = width < 500 ? 30 : 80;
  return { left: room, right: room };
}

/** Places to sign: lines above their labels in a table without borders, which stays together. */
function makeSignatures(signatories: readonly string[], width: number): Table {
  const widths = signatories.map(() => Math.round(width / signatories.length));
  const borders = { top: NO_BORDER, bottom: NO_BORDER, left: NO_BORDER, right: NO_BORDER };
  const cells = signatories.map(
    (who, at) =>
      new TableCell({
        width: { size: widths[at] ?? 0, type: WidthType.DXA },
        margins: { top: 320, right: 240 },
        borders,
        children: ['_'.repeat(26), who, 'Name:', 'Date:'].map(
          (line) => new Paragraph({ keepLines: true, children: [new TextRun({ text: line, size: SIZE.table })] }),
        ),
      }),
  );
  return makeGrid([new TableRow({ cantSplit: true, children: cells })], widths);
}

function makeFooter(text: string): Footer {
  const run = { size: SIZE.small, color: INK.dim };
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({ ...run, children: [`${text}, page `, PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  });
}
