import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { END_OF_ROWS, Footer, Header, Sum, TableSum } from './dump.ts';

/** A reader of a backup, called in the order of its content. */
export interface Visitor {
  header?(header: Header): Promise<void>;
  /** Begins a table. @param copy the statement that takes its rows, without `FROM STDIN` */
  table?(copy: string): Promise<void>;
  rows?(chunk: Buffer): Promise<void>;
  endTable?(sum: TableSum): Promise<void>;
  footer?(footer: Footer): Promise<void>;
}

/** A piece of a backup: a line of its own, or some rows of the table that the last such line began. */
type Piece = { readonly line: string } | { readonly rows: Buffer };

/** The line that begins a table's rows: names and nothing else, since it becomes a statement. */
const COPY_LINE = /^(COPY "(\w+)"\."(\w+)" \("\w+"(?:, "\w+")*\)) FROM stdin;$/;

const END = Buffer.from(END_OF_ROWS);
const LATER_END = Buffer.from(`\n${END_OF_ROWS}`);

/**
 * Reads a backup to its end and compares each table with its sum.
 * @returns the sums, in the order of the tables.
 * @throws StartupError when it is no backup, is cut off, or a table doesn't come to its sum.
 */
export async function readDump(content: AsyncIterable<Buffer>, visitor: Visitor): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  let header: Header | null = null;
  let footer: Footer | null = null;
  let table: Sum | null = null;
  for await (const piece of readPieces(content)) {
    if ('rows' in piece) {
      table?.add(piece.rows);
      await visitor.rows?.(piece.rows);
    } else if (!header) {
      header = readComment(Header, piece.line);
      await visitor.header?.(header);
    } else if (table) {
      sums.push(compare(table.total(), readComment(TableSum, piece.line)));
      table = null;
      await visitor.endTable?.(sums[sums.length - 1] as TableSum);
    } else {
      const [, copy, schema, name] = COPY_LINE.exec(piece.line) ?? [];
      if (copy) {
        table = new Sum(`${schema}.${name}`);
        await visitor.table?.(copy);
      } else {
        footer = readComment(Footer, piece.line);
        await visitor.footer?.(footer);
      }
    }
  }
  if (footer?.tables !== sums.length) throw new StartupError('The backup is cut off');
  return sums;
}

function compare(counted: TableSum, told: TableSum): TableSum {
  const same = told.table === counted.table && told.bytes === counted.bytes && told.sha256 === counted.sha256;
  if (!same) throw new StartupError(`The backup is damaged: ${counted.table} doesn't come to its sum`);
  return counted;
}

async function* readPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let inRows = false;
  for await (let block of wholeLines(content)) {
    while (block.length > 0) {
      if (inRows) {
        const end = findEnd(block);
        const rows = end < 0 ? block : block.subarray(0, end);
        if (rows.length > 0) yield { rows };
        inRows = end < 0;
        block = block.subarray(inRows ? block.length : end + END.length);
      } else {
        const end = block.indexOf('\n');
        const line = block.subarray(0, end).toString();
        yield { line };
        inRows = COPY_LINE.test(line);
        block = block.subarray(end + 1);
      }
    }
  }
}

/** Where the rows of a table end within whole lines; -1 where they go on. */
function findEnd(block: Buffer): number {
  if (block.subarray(0, END.length).equals(END)) return 0;
  const at = block.indexOf(LATER_END);
  return at < 0 ? -1 : at + 1;
}

/** Blocks of whole lines, however the content was cut. */
async function* wholeLines(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of content) {
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      yield Buffer.concat([...begun, chunk.subarray(0, end)]);
      begun = [];
    }
    if (end < chunk.length) begun.push(chunk.subarray(end));
  }
  if (begun.length > 0) throw new StartupError('The backup is cut off');
}

function readComment<T>(schema: z.ZodType<T>, line: string): T {
  const parsed = z
    .string()
    .startsWith('-- {')
    .transform((text): unknown => JSON.parse(text.slice(3)))
    .pipe(schema)
    .safeParse(line);
  if (!parsed.success) throw new StartupError('This is no backup of Anupalan, or it is damaged');
  return parsed.data;
}
