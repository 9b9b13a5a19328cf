import { formatDay, storedDay } from '@anupalan/domain/calendar-day';
import { toRupees } from '@anupalan/domain/money';
import PDFDocument from 'pdfkit';
import { type Line, TextLayout, type Type } from './lay-out-text.ts';
import { makePageCount } from './page-count.ts';
import { PdfTags } from './pdf-tags.ts';
import { type Place, placeColumns } from './place-columns.ts';
import { type Cell, type Column, inIndianTime, type Table } from './table.ts';
import type { Pdf } from './write-text.ts';

const INK = { text: '#1b212c', dim: '#5d6676', line: '#d8dde6', shade: '#eef1f6' };

const MARGIN = { side: 36, top: 36, bottom: 44 };

const PAD = { x: 4, y: 3 };

const TITLE: Type = { size: 16, weight: '700Bold' };
const FACT: Type = { size: 8.5, weight: '400Regular' };
const HEAD: Type = { size: 7.5, weight: '700Bold' };
const TEXT: Type = { size: 7.5, weight: '400Regular' };

const LINE_HEIGHT = 1.35;

/** The width of a fact's label, in points. */
const LABEL = 90;

/**
 * Writes a table as a PDF to print and hand over: A4 across, its columns' titles on every page, `Page n of m`, texts in
 * Latin and the Indian scripts (R-exports-1). Each page leaves when the next begins.
 */
export async function* writePdf(table: Table): AsyncGenerator<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margins: { left: MARGIN.side, right: MARGIN.side, top: MARGIN.top, bottom: MARGIN.bottom },
    lang: 'en-IN',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: isTagged(table),
    // A layout of every word would be kept until the end; `TextLayout` keeps as many widths as are worth it.
    fontLayoutCache: false,
    autoFirstPage: false,
    info: { Title: table.title, Author: 'Anupalan', CreationDate: table.madeAt },
  });
  const page = new TablePage(pdf, table);
  await page.begin();
  let count = 0;
  for await (const row of table.rows) {
    await page.addRow(row);
    count++;
    yield* written(pdf);
  }
  if (count === 0) await page.addNote('Nothing to show here.');
  await page.addBelow();
  page.end();
  yield* written(pdf);
}

/** Rows of a table with tags at most: each cell is an object of the document, in memory until its page is written. */
const MOST_TAGGED_ROWS = 5_000;

function isTagged({ count }: Table): boolean {
  return count !== undefined && count <= MOST_TAGGED_ROWS;
}

function* written(pdf: Pdf): Generator<Uint8Array> {
  for (let bytes = pdf.read(); bytes !== null; bytes = pdf.read()) yield bytes;
}

/** The pages of a table, drawn from the top down. */
class TablePage {
  readonly #pdf: Pdf;
  readonly #table: Table;
  readonly #layout: TextLayout;
  readonly #tags: PdfTags;
  #count: Awaited<ReturnType<typeof makePageCount>> | null = null;
  #places: readonly Place[] = [];
  #heading = '';
  #y = 0;

  constructor(pdf: Pdf, table: Table) {
    this.#pdf = pdf;
    this.#table = table;
    this.#layout = new TextLayout(pdf);
    this.#tags = new PdfTags(pdf, { isTagged: isTagged(table) });
  }

  async begin(): Promise<void> {
    const { title, facts, columns } = this.#table;
    this.#count = await makePageCount(this.#pdf);
    await this.#addPage(false);
    const width = this.#pdf.page.width - 2 * MARGIN.side;
    this.#places = placeColumns(columns, { left: MARGIN.side, width, pad: PAD.x, titles: await this.#measureTitles() });
    await this.#tags.part('H1', async () => {
      this.#y += await this.#drawText(title, MARGIN.side, this.#y, width, TITLE, INK.text);
    });
    this.#y += 4;
    for (const [label, text] of facts) {
      await this.#tags.part('P', async () => {
        await this.#drawText(label, MARGIN.side, this.#y, LABEL, FACT, INK.dim);
        this.#y += await this.#drawText(text, MARGIN.side + LABEL, this.#y, width - LABEL, FACT, INK.text);
      });
    }
    this.#y += 8;
    const row = this.#tags.beginRow();
    await this.#drawTitles((at, draw) => row.cell(at, 'Column', draw));
    row.end();
  }

  async addRow(row: readonly Cell[]): Promise<void> {
    const texts = this.#table.columns.map((column, at) => toText(column, row[at] ?? null));
    const [first] = this.#table.columns;
    if (first?.heading && texts[0] !== this.#heading) await this.#addHeading(texts[0] ?? '');
    await this.#drawRow(await this.#layOut(texts, TEXT));
  }

  async addNote(text: string): Promise<void> {
    await this.#tags.part('P', async () => {
      this.#y += PAD.y + (await this.#drawText(text, MARGIN.side + PAD.x, this.#y + PAD.y, 400, TEXT, INK.dim));
    });
  }

  /** Writes what stands below the rows, if anything does. */
  async addBelow(): Promise<void> {
    this.#tags.endTable();
    const { title, lines = [] } = this.#table.below ?? {};
    if (title === undefined || lines.length === 0) return;
    this.#heading = '';
    this.#y += 4 * PAD.y;
    await this.#writeBelow('H2', title, HEAD);
    for (const line of lines) await this.#writeBelow('P', line, TEXT);
  }

  /** Writes a text over the whole width, on the next page where it has no room. */
  async #writeBelow(tag: 'H2' | 'P', text: string, type: Type): Promise<void> {
    const width = this.#pdf.page.width - 2 * MARGIN.side - 2 * PAD.x;
    const lines = await this.#layout.layOut(text, width, type);
    const height = lines.length * type.size * LINE_HEIGHT + PAD.y;
    if (this.#room() < height) await this.#addPage(false);
    await this.#tags.part(tag, () => this.#drawLines(lines, MARGIN.side + PAD.x, this.#y, type, INK.text));
    this.#y += height;
  }

  end(): void {
    this.#count?.end();
    this.#pdf.end();
  }

  async #addHeading(text: string): Promise<void> {
    this.#heading = text;
    const width = this.#pdf.page.width - 2 * MARGIN.side - 2 * PAD.x;
    const lines = await this.#layout.layOut(text, width, HEAD);
    const height = lines.length * HEAD.size * LINE_HEIGHT + 2 * PAD.y;
    // A heading stays with its first row.
    if (this.#room() < height + 3 * TEXT.size * LINE_HEIGHT) await this.#addPage(true, false);
    const row = this.#tags.beginRow();
    await this.#drawHeading(lines, height, (draw) => row.cell(0, 'Row', draw));
    row.end();
  }

  async #drawHeading(lines: readonly Line[], height: number, mark: Mark): Promise<void> {
    await this.#tags.artifact(() =>
      this.#pdf.rect(MARGIN.side, this.#y, this.#pdf.page.width - 2 * MARGIN.side, height).fill(INK.shade),
    );
    await mark(() => this.#drawLines(lines, MARGIN.side + PAD.x, this.#y + PAD.y, HEAD, INK.text));
    this.#y += height;
  }

  /** Draws a row whole where a page has room for it, else over several. */
  async #drawRow(cells: readonly (readonly Line[])[]): Promise<void> {
    const step = TEXT.size * LINE_HEIGHT;
    const most = Math.max(1, ...cells.map((lines) => lines.length));
    if (this.#room() < most * step + 2 * PAD.y) await this.#addPage();
    const row = this.#tags.beginRow();
    for (let from = 0; from < most; ) {
      const fitting = Math.max(1, Math.floor((this.#room() - 2 * PAD.y) / step));
      const until = Math.min(most, from + fitting);
      for (const [at, place] of this.#places.entries()) {
        const lines = (cells[at] ?? []).slice(from, until);
        await row.cell(at, null, () => this.#drawLines(lines, place.x, this.#y + PAD.y, TEXT, INK.text, place));
      }
      this.#y += (until - from) * step + 2 * PAD.y;
      await this.#rule();
      from = until;
      if (from < most) await this.#addPage();
    }
    row.end();
  }

  /** Begins a page; what it repeats of an earlier one is an artifact. */
  async #addPage(withTitles = true, withHeading = true): Promise<void> {
    this.#pdf.addPage();
    this.#y = MARGIN.top;
    const foot = `${this.#table.title} · made with Anupalan on ${formatMoment(this.#table.madeAt)} (IST)`;
    await this.#tags.artifact(async () => {
      await this.#drawText(foot, MARGIN.side, this.#pdf.page.height - 32, 600, TEXT, INK.dim);
      await this.#count?.draw(this.#pdf.page.width - MARGIN.side, this.#pdf.page.height - 32, TEXT.size, INK.dim);
    });
    if (!withTitles) return;
    await this.#drawTitles((_, draw) => this.#tags.artifact(draw));
    if (!this.#heading || !withHeading) return;
    const width = this.#pdf.page.width - 2 * MARGIN.side - 2 * PAD.x;
    const lines = await this.#layout.layOut(this.#heading, width, HEAD);
    const height = lines.length * HEAD.size * LINE_HEIGHT + 2 * PAD.y;
    await this.#drawHeading(lines, height, (draw) => this.#tags.artifact(draw));
  }

  /** The width of the widest word of each column's title, in points, so that no title breaks within a word. */
  async #measureTitles(): Promise<number[]> {
    const widths: number[] = [];
    for (const { title } of this.#table.columns) {
      let widest = 0;
      for (const word of title.split(' ')) {
        const [line = []] = await this.#layout.layOut(word, Number.POSITIVE_INFINITY, HEAD);
        widest = Math.max(widest, ...[line.reduce((sum, { width }) => sum + width, 0)]);
      }
      widths.push(widest);
    }
    return widths;
  }

  async #drawTitles(mark: (at: number, draw: () => Promise<void>) => Promise<void>): Promise<void> {
    const titles = this.#table.columns.map(({ title }) => title);
    const cells = await this.#layOut(titles, HEAD);
    for (const [at, place] of this.#places.entries()) {
      await mark(at, () => this.#drawLines(cells[at] ?? [], place.x, this.#y + PAD.y, HEAD, INK.dim, place));
    }
    this.#y += Math.max(1, ...cells.map((lines) => lines.length)) * HEAD.size * LINE_HEIGHT + 2 * PAD.y;
    await this.#rule(1);
  }

  /** The lines of each place, from texts in the order of the columns. One after the other: the font is the document's. */
  async #layOut(texts: readonly string[], type: Type): Promise<Line[][]> {
    const cells: Line[][] = [];
    for (const { at, points } of this.#places) {
      cells.push(await this.#layout.layOut(texts[at] ?? '', points - 2 * PAD.x, type));
    }
    return cells;
  }

  /** @returns the height of what was drawn, in points. */
  async #drawText(text: string, x: number, y: number, width: number, type: Type, ink: string): Promise<number> {
    const lines = await this.#layout.layOut(text, width, type);
    await this.#drawLines(lines, x, y, type, ink);
    return lines.length * type.size * LINE_HEIGHT;
  }

  async #drawLines(
    lines: readonly Line[],
    x: number,
    y: number,
    type: Type,
    ink: string,
    place?: Place,
  ): Promise<void> {
    this.#pdf.fillColor(ink);
    for (const [at, line] of lines.entries()) {
      const width = line.reduce((sum, run) => sum + run.width, 0);
      const left = place && isNumeric(place) ? x + place.points - PAD.x - width : x + (place ? PAD.x : 0);
      await this.#layout.draw(line, left, y + at * type.size * LINE_HEIGHT, type);
    }
  }

  #room(): number {
    return this.#pdf.page.height - MARGIN.bottom - this.#y;
  }

  #rule(width = 0.5): Promise<void> {
    return this.#tags.artifact(() =>
      this.#pdf
        .lineWidth(width)
        .moveTo(MARGIN.side, this.#y)
        .lineTo(this.#pdf.page.width - MARGIN.side, this.#y)
        .strokeColor(INK.line)
        .stroke(),
    );
  }
}

type Mark = (draw: () => Promise<void>) => Promise<void>;

function isNumeric({ kind }: Column): boolean {
  return kind === 'money' || kind === 'number';
}

const RUPEES = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function toText({ kind }: Column, cell: Cell): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date) return formatMoment(cell);
  if (typeof cell === 'number') return kind === 'money' ? RUPEES.format(toRupees(cell)) : String(cell);
  return kind === 'day' ? formatDay(storedDay(cell)) : cell;
}

/** `15/12/2026 14:30` in Indian time. */
function formatMoment(moment: Date): string {
  const [day = '', time = ''] = inIndianTime(moment).split(' ');
  return `${formatDay(storedDay(day))} ${time.slice(0, 5)}`;
}
