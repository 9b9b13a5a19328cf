import type { Pdf } from './write-text.ts';

type Element = ReturnType<Pdf['struct']>;

type Draw = () => Promise<unknown> | unknown;

/**
 * The structure of a table in a PDF, by which screen readers read it: a title, facts, and a table of rows and cells. Where
 * a document isn't tagged, everything is only drawn.
 */
export class PdfTags {
  readonly #pdf: Pdf;
  readonly #isTagged: boolean;
  #table: Element | null = null;

  constructor(pdf: Pdf, { isTagged }: { isTagged: boolean }) {
    this.#pdf = pdf;
    this.#isTagged = isTagged;
  }

  /** Draws something that readers skip: lines, shades, what is repeated on every page. */
  async artifact(draw: Draw): Promise<void> {
    if (!this.#isTagged) return void (await draw());
    this.#pdf.markContent('Artifact');
    await draw();
    this.#pdf.endMarkedContent();
  }

  /** Draws a heading or a paragraph outside of the table. */
  async part(type: 'H1' | 'H2' | 'P', draw: Draw): Promise<void> {
    if (!this.#isTagged) return void (await draw());
    const element = this.#pdf.struct(type);
    this.#pdf.addStructure(element);
    await this.#mark(element, type, draw);
    element.end();
  }

  /** Begins a row; its cells are drawn with {@link RowTags.cell}, and it is ended. */
  beginRow(): RowTags {
    if (!this.#isTagged) return UNTAGGED;
    if (!this.#table) {
      this.#table = this.#pdf.struct('Table');
      this.#pdf.addStructure(this.#table);
    }
    const row = this.#pdf.struct('TR');
    this.#table.add(row);
    const cells = new Map<number, Element>();
    return {
      cell: async (at, scope, draw) => {
        const type = scope ? 'TH' : 'TD';
        const cell = cells.get(at) ?? this.#addCell(row, type, scope);
        cells.set(at, cell);
        await this.#mark(cell, type, draw);
      },
      end: () => {
        for (const cell of cells.values()) cell.end();
        row.end();
      },
    };
  }

  endTable(): void {
    this.#table?.end();
    this.#table = null;
  }

  #addCell(row: Element, type: 'TH' | 'TD', scope: Scope | null): Element {
    // The types of PDFKit don't have the scope of a heading yet.
    const cell = this.#pdf.struct(type, (scope ? { scope } : {}) as Parameters<Pdf['struct']>[1]);
    row.add(cell);
    return cell;
  }

  async #mark(element: Element, type: string, draw: Draw): Promise<void> {
    const content = this.#pdf.markStructureContent(type);
    await draw();
    this.#pdf.endMarkedContent();
    element.add(content);
  }
}

/** Cells that a heading is for. */
type Scope = 'Row' | 'Column';

interface RowTags {
  /** Draws a cell, or a part of one that goes on on another page; a scope makes it a heading. */
  readonly cell: (at: number, scope: Scope | null, draw: Draw) => Promise<void>;
  readonly end: () => void;
}

const UNTAGGED: RowTags = {
  cell: async (_at, _scope, draw) => void (await draw()),
  end: () => {},
};
