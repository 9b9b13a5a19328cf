import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { insertRows, updateRow } from '../commands-rows.ts';
import type { CompanyFile } from '../judging/company-file.ts';
import { isLeftOut, type JudgedFile, lineOf, unreadable } from '../judging/judge-company-file.ts';
import { type CompanyTable, companyTables } from '../tables/company-tables.ts';
import { type FoundReferences, type NewIds, referenceKey } from './new-ids.ts';
import { type PlacedRow, type Placing, placeRow } from './place-row.ts';

/** Rows, and bytes of them, that are written at a time. */
const AT_ONCE = { rows: 500, bytes: 8 * 1024 * 1024 };

interface Writing {
  readonly file: CompanyFile;
  readonly judged: JudgedFile;
  readonly ids: NewIds;
  readonly found: FoundReferences;
  readonly placing: Placing & { readonly workspaceId: WorkspaceId };
  /** Whether it goes into a company that is there. */
  readonly isFilled: boolean;
}

/** Writes the rows of a file that was judged, table by table. */
export class RowWriter {
  readonly #trx: Transaction<DB>;
  readonly #writing: Writing;
  readonly #schemas;

  constructor(trx: Transaction<DB>, writing: Writing) {
    this.#trx = trx;
    this.#writing = writing;
    this.#schemas = companyTables(writing.ids);
  }

  /** @throws AppError invalid for what the table doesn't take */
  async writeTable(table: CompanyTable): Promise<void> {
    const { file, judged, ids, found, placing } = this.#writing;
    let waiting: PlacedRow[] = [];
    let size = 0;
    for await (const { row: from, bytes, number } of file.rows(table)) {
      ids.named.length = 0;
      const parsed = this.#schemas[table].safeParse(from);
      // Several people of the file may be whoever takes it in, who then checked what they recorded.
      if (!parsed.success) throw unreadable(lineOf(table, number), parsed.error);
      const given = parsed.data;
      const isMissing = ids.named.some(({ kind, id }) => kind === 'extension' && !found.has(referenceKey(kind, id)));
      if (isMissing || isLeftOut(ids.named, judged.left) || ids.named.some(isLeft)) continue;
      waiting.push(placeRow(table, { given, from }, placing));
      size += bytes;
      if (waiting.length < AT_ONCE.rows && size < AT_ONCE.bytes) continue;
      await this.#write(table, waiting);
      [waiting, size] = [[], 0];
    }
    await this.#write(table, waiting);

    function isLeft({ kind, id }: { kind: string; id: string }): boolean {
      return kind === 'row' && judged.left.has(id);
    }
  }

  async #write(table: CompanyTable, placed: readonly PlacedRow[]): Promise<void> {
    const { placing, isFilled } = this.#writing;
    const rows = placed.map(({ row }) => row);
    const [first] = rows;
    if (first && (table === 'workspaces' || (table === 'companies' && isFilled))) {
      await updateRow(this.#trx, table, { workspaceId: placing.workspaceId, row: first });
    } else {
      await insertRows(this.#trx, table, rows);
    }
    await keepAuthors(this.#trx, placing.workspaceId, table, placed);
  }
}

async function keepAuthors(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  source: string,
  rows: readonly PlacedRow[],
): Promise<void> {
  const authors = rows.flatMap(({ authors: of }) => (of ? [of] : []));
  if (authors.length === 0) return;
  await sql`
    insert into imported_authors (workspace_id, source, row_id, author, impersonator)
    select ${workspaceId}, ${source}, "rowId", author, impersonator
    from jsonb_to_recordset(${JSON.stringify(authors)}::jsonb)
      as said ("rowId" uuid, author uuid, impersonator uuid)`.execute(trx);
}
