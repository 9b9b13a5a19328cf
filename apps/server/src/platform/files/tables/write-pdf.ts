import { formatDay, storedDay } from '@anupalan/domain/calendar-day';
import { toRupees } from '@anupalan/domain/money';
import PDFDocument from 'pdfkit';
import { type Line, TextLayout, type Type } from './lay-out-text.ts';
import { makePageCount } from './page-count.ts';
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

function* written(pdf: Pdf): Generator<Uint8Array> {
  for (let bytes = pdf.read(); bytes !== null; bytes = pdf.read()) yield bytes;
}

interface Place extends Column {
  /** Its place among the columns. */
  readonly at: number;
  readonly x: number;
  readonly points: number;
}

/** The pages of a table, drawn from the top down. */
class TablePage {
  readonly #pdf: Pdf;
  readonly #table: Table;
  readonly #layout: TextLayout;
  readonly #count: ReturnType<typeof makePageCount>;
  #places: readonly Place[] = [];
  #heading = '';
  #y = 0;

  constructor(pdf: Pdf, table: Table) {
    this.#pdf = pdf;
    this.#table = table;
    this.#layout = new TextLayout(pdf);
    this.#count = makePageCount(pdf);
  }

  async begin(): Promise<void> {
    const { title, facts, columns } = this.#table;
    await this.#addPage(false);
    this.#places = placeColumns(columns, this.#pdf.page.width - 2 * MARGIN.side);
    const width = this.#pdf.page.width - 2 * MARGIN.side;
    this.#y += await this.#drawText(title, MARGIN.side, this.#y, width, TITLE, INK.text);
    this.#y += 4;
    for (const [label, text] of facts) {
      await this.#drawText(label, MARGIN.side, this.#y, LABEL, FACT, INK.dim);
      this.#y += await this.#drawText(text, MARGIN.side + LABEL, this.#y, width - LABEL, FACT, INK.text);
    }
    this.#y += 8;
    await this.#drawTitles();
  }

  async addRow(row: readonly Cell[]): Promise<void> {
    const texts = this.#table.columns.map((column, at) => toText(column, row[at] ?? null));
    const [first] = this.#table.columns;
    if (first?.heading && texts[0] !== this.#heading) await this.#addHeading(texts[0] ?? '');
    await this.#drawRow(await this.#layOut(texts, TEXT));
  }

  async addNote(text: string): Promise<void> {
    this.#y += PAD.y + (await this.#drawText(text, MARGIN.side + PAD.x, this.#y + PAD.y, 400, TEXT, INK.dim));
  }

  /** Writes what stands below the rows, if anything does. */
  async addBelow(): Promise<void> {
    const { title, lines = [] } = this.#table.below ?? {};
    if (title === undefined || lines.length === 0) return;
    this.#heading = '';
    this.#y += 4 * PAD.y;
    await this.#writeBelow(title, HEAD);
    for (const line of lines) await this.#writeBelow(line, TEXT);
  }

  /** Writes a text over the whole width, on the next page where it has no room. */
  async #writeBelow(text: string, type: Type): Promise<void> {
    const width = this.#pdf.page.width - 2 * MARGIN.side - 2 * PAD.x;
    const lines = await this.#layout.layOut(text, width, type);
    const height = lines.length * type.size * LINE_HEIGHT + PAD.y;
    if (this.#room() < height) await this.#addPage(false);
    await this.#drawLines(lines, MARGIN.side + PAD.x, this.#y, type, INK.text);
    this.#y += height;
  }

  end(): void {
    this.#count.end();
    this.#pdf.end();
  }

  async #addHeading(text: string): Promise<void> {
    this.#heading = text;
    const width = this.#pdf.page.width - 2 * MARGIN.side - 2 * PAD.x;
    const lines = await this.#layout.layOut(text, width, HEAD);
    const height = lines.length * HEAD.size * LINE_HEIGHT + 2 * PAD.y;
    // A heading stays with its first row.
    if (this.#room() < height + 3 * TEXT.size * LINE_HEIGHT) await this.#addPage();
    else await this.#drawHeading(lines, height);
  }

  async #drawHeading(lines: readonly Line[], height: number): Promise<void> {
    this.#pdf.rect(MARGIN.side, this.#y, this.#pdf.page.width - 2 * MARGIN.side, height).fill(INK.shade);
    await this.#drawLines(lines, MARGIN.side + PAD.x, this.#y + PAD.y, HEAD, INK.text);
    this.#y += height;
  }

  /** Draws a row whole where a page has room for it, else over several. */
  async #drawRow(cells: readonly (readonly Line[])[]): Promise<void> {
    const step = TEXT.size * LINE_HEIGHT;
    const most = Math.max(1, ...cells.map((lines) => lines.length));
    if (this.#room() < most * step + 2 * PAD.y) await this.#addPage();
    for (let from = 0; from < most; ) {
      const fitting = Math.max(1, Math.floor((this.#room() - 2 * PAD.y) / step));
      const until = Math.min(most, from + fitting);
      for (const [at, place] of this.#places.entries()) {
        await this.#drawLines((cells[at] ?? []).slice(from, until), place.x, this.#y + PAD.y, TEXT, INK.text, place);
      }
      this.#y += (until - from) * step + 2 * PAD.y;
      this.#rule();
      from = until;
      if (from < most) await this.#addPage();
    }
  }

  async #addPage(withTitles = true): Promise<void> {
    this.#pdf.addPage();
    this.#y = MARGIN.top;
    const foot = `${this.#table.title} · made with Anupalan on ${formatMoment(this.#table.madeAt)} (IST)`;
    await this.#drawText(foot, MARGIN.side, this.#pdf.page.height - 32, 600, TEXT, INK.dim);
    this.#count.draw(this.#pdf.page.width - MARGIN.side, this.#pdf.page.height - 32, TEXT.size, INK.dim);
    if (!withTitles) return;
    await this.#drawTitles();
    if (!this.#heading) return;
    const width = this.#pdf.page.width - 2 * MARGIN.side - 2 * PAD.x;
    const lines = await this.#layout.layOut(this.#heading, width, HEAD);
    await this.#drawHeading(lines, lines.length * HEAD.size * LINE_HEIGHT + 2 * PAD.y);
  }

  async #drawTitles(): Promise<void> {
    const titles = this.#table.columns.map(({ title }) => title);
    const cells = await this.#layOut(titles, HEAD);
    for (const [at, place] of this.#places.entries()) {
      await this.#drawLines(cells[at] ?? [], place.x, this.#y + PAD.y, HEAD, INK.dim, place);
    }
    this.#y += Math.max(1, ...cells.map((lines) => lines.length)) * HEAD.size * LINE_HEIGHT + 2 * PAD.y;
    this.#rule(1);
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

  #rule(width = 0.5): void {
    const { page } = this.#pdf;
    this.#pdf
      .lineWidth(width)
      .moveTo(MARGIN.side, this.#y)
      .lineTo(page.width - MARGIN.side, this.#y);
    this.#pdf.strokeColor(INK.line).stroke();
  }
}

function isNumeric({ kind }: Column): boolean {
  return kind === 'money' || kind === 'number';
}

/** The points that a column has at least, by what stands in it. */
const LEAST: Readonly<Record<Column['kind'], number>> = { text: 0, number: 30, money: 52, day: 50, moment: 78 };

function placeColumns(columns: readonly Column[], width: number): Place[] {
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ heading, onlyInSheets }) => !heading && !onlyInSheets);
  const letters = shown.reduce((sum, column) => sum + column.width, 0);
  const wanted = shown.map((column) => Math.max((column.width / letters) * width, LEAST[column.kind]));
  // What days and amounts need on one line, the texts give: they break.
  const missing = wanted.reduce((sum, points) => sum + points, -width);
  const givers = shown.reduce((sum, { kind, width: share }) => sum + (kind === 'text' ? share : 0), 0) || letters;
  let x = MARGIN.side;
  return shown.map((column, at) => {
    const gives = column.kind === 'text' || givers === letters ? (column.width / givers) * missing : 0;
    const points = (wanted[at] ?? 0) - gives;
    x += points;
    return { ...column, x: x - points, points };
  });
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
