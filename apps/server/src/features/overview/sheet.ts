import PDFDocument from 'pdfkit';
import { TextLayout, type Type } from '../../platform/files/tables/lay-out-text.ts';
import { PdfTags } from '../../platform/files/tables/pdf-tags.ts';

export const INK = {
  text: '#1b212c',
  dim: '#5d6676',
  line: '#d8dde6',
  brand: '#4560dc',
  settled: '#1f8a5b',
  waiting: '#6d4bd1',
  late: '#c8372d',
  open: '#b9c2d0',
};

export const PAGE = { left: 44, width: 507, top: 44, bottom: 798 };

/** A place on the page, in points. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Look {
  readonly ink?: string;
  readonly right?: boolean;
  /** What it is to screen readers. */
  readonly as?: 'H1' | 'H2' | 'P';
}

/** One A4 page that is drawn on by places. */
export class Sheet {
  readonly #pdf: InstanceType<typeof PDFDocument>;
  readonly #layout: TextLayout;
  readonly #tags: PdfTags;

  constructor({ title, madeAt }: { title: string; madeAt: Date }) {
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      lang: 'en-IN',
      displayTitle: true,
      pdfVersion: '1.7',
      tagged: true,
      info: { Title: title, Author: 'Anupalan', CreationDate: madeAt },
    });
    this.#layout = new TextLayout(this.#pdf);
    this.#tags = new PdfTags(this.#pdf, { isTagged: true });
  }

  /** Writes one line, cut off where it is wider than its place. Screen readers read the lines in the order of drawing. */
  async text(text: string, { x, y, width }: Box, type: Type, look: Look = {}): Promise<void> {
    const { ink = INK.text, right = false, as = 'P' } = look;
    const [line = [], more] = await this.#layout.layOut(text, width, type);
    const shown = more ? await this.#cut(text, width, type) : line;
    const left = right ? x + width - shown.reduce((sum, run) => sum + run.width, 0) : x;
    await this.#tags.part(as, () => {
      this.#pdf.fillColor(ink);
      return this.#layout.draw(shown, left, y, type);
    });
  }

  async #cut(text: string, width: number, type: Type) {
    const room = width - type.size;
    const [line = []] = await this.#layout.layOut(text, room, type);
    const whole = line
      .map((run) => run.text)
      .join('')
      .trimEnd();
    return (await this.#layout.layOut(`${whole}…`, width, type))[0] ?? [];
  }

  fill({ x, y, width }: Box, height: number, ink: string): void {
    if (width > 0 && height > 0) this.#skipped(() => this.#pdf.rect(x, y, width, height).fill(ink));
  }

  rule({ x, y, width }: Box): void {
    this.#skipped(() =>
      this.#pdf
        .lineWidth(0.5)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .strokeColor(INK.line)
        .stroke(),
    );
  }

  /** Draws what screen readers skip. */
  #skipped(draw: () => void): void {
    this.#pdf.markContent('Artifact');
    draw();
    this.#pdf.endMarkedContent();
  }

  async bytes(): Promise<Buffer> {
    this.#pdf.end();
    const parts: Buffer[] = [];
    for await (const part of this.#pdf) parts.push(part);
    return Buffer.concat(parts);
  }
}
