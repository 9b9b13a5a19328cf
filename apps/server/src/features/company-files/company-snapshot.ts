import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Session } from '../../identity/sessions.ts';
import { Spool } from '../../platform/files/spool.ts';
import { safeName } from '../../platform/files/zip/safe-names.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { FilePerson, FileReference } from './company-manifest.ts';
import { type NamedIds, readPeople, readReferences } from './queries-named.ts';
import { selectRows } from './queries-rows.ts';
import { COMPANY_TABLE_NAMES, type CompanyTable, companyTables, leavingColumns } from './tables/company-tables.ts';
import { type IdKind, SameIds } from './tables/ids.ts';

/** Rows that are read at a time. */
const AT_ONCE = 500;

/** Evidence whose bytes go along. */
const LeavingFile = z.object({
  id: z.string(),
  fileId: z.string(),
  size: z.number(),
  path: z.string(),
});
type LeavingFile = z.infer<typeof LeavingFile>;

const Row = z.record(z.string(), z.unknown());
type Row = z.infer<typeof Row>;

/**
 * A company as it was at one moment: rows that refer to each other are of the same. It lies on the disk while its file is
 * written, so that no transaction waits for that.
 */
export class CompanySnapshot {
  readonly files: Spool<LeavingFile>;
  readonly people: FilePerson[] = [];
  readonly references: FileReference[] = [];
  /** Bytes of all evidence. */
  bytes = 0;
  readonly #tables: ReadonlyMap<CompanyTable, Spool<string>>;
  readonly #ids = new SameIds();
  readonly #schemas = companyTables(this.#ids);
  readonly #named: NamedIds = {
    people: new Set(),
    acts: new Set(),
    items: new Set(),
    fields: new Set(),
    extensions: new Set(),
  };

  private constructor(tables: ReadonlyMap<CompanyTable, Spool<string>>, files: Spool<LeavingFile>) {
    this.#tables = tables;
    this.files = files;
  }

  /** Reads what leaves of the asker's company. Whoever takes it closes it. */
  static async take(db: Kysely<DB>, session: Session): Promise<CompanySnapshot> {
    const tables = new Map<CompanyTable, Spool<string>>();
    for (const table of COMPANY_TABLE_NAMES) tables.set(table, await Spool.open((line) => z.string().parse(line)));
    const snapshot = new CompanySnapshot(tables, await Spool.open((file) => LeavingFile.parse(file)));
    try {
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => snapshot.#read(trx, session));
      return snapshot;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  /** How many rows each table has. */
  get rows(): Record<string, number> {
    return Object.fromEntries([...this.#tables].map(([table, { count }]) => [table, count]));
  }

  /** The lines of a table, each a row as JSON. */
  async *lines(table: CompanyTable): AsyncGenerator<string> {
    const spool = this.#tables.get(table);
    if (spool) for await (const line of spool.read()) yield `${line}\n`;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tables.values(), this.files].map((spool) => spool.close()));
  }

  async #read(trx: Transaction<DB>, session: Session): Promise<void> {
    for (const table of COMPANY_TABLE_NAMES) {
      await sql`declare leaving no scroll cursor for ${selectRows(table, session)}`.execute(trx);
      for (;;) {
        const { rows } = await sql<{ row: unknown }>`fetch ${sql.lit(AT_ONCE)} from leaving`.execute(trx);
        for (const { row } of rows) await this.#add(table, Row.parse(row));
        if (rows.length < AT_ONCE) break;
      }
      await sql`close leaving`.execute(trx);
    }
    this.people.push(...(await readPeople(trx, session.workspaceId, this.#named.people)));
    this.references.push(...(await readReferences(trx, this.#named)));
  }

  async #add(table: CompanyTable, row: Row): Promise<void> {
    const leaving: Row = Object.fromEntries(leavingColumns(table).map((name) => [name, row[name] ?? null]));
    this.#note(table, leaving);
    const file = table === 'evidence' ? readFile(row) : null;
    if (file) {
      await this.files.add(file);
      this.bytes += file.size;
    }
    await this.#tables.get(table)?.add(JSON.stringify(file ? { ...leaving, path: file.path } : leaving));
  }

  /** Notes the people and the parts of the catalogue that a row names, by the schema of its table. */
  #note(table: CompanyTable, row: Row): void {
    this.#ids.named.length = 0;
    this.#schemas[table].safeParse(row);
    const { people, acts, items, fields, extensions } = this.#named;
    const sets: Partial<Record<IdKind, Set<string>>> = {
      ...{ person: people, act: acts, 'past-act': acts, 'told-act': acts, item: items, 'told-item': items },
      ...{ field: fields, extension: extensions },
    };
    for (const { kind, id } of this.#ids.named) sets[kind]?.add(id);
  }
}

const EvidenceRow = z.object({
  id: z.string(),
  file_id: z.string().nullable(),
  name: z.string(),
  size: z.number(),
});

/** The bytes of evidence, as far as there are some. */
function readFile(row: Row): LeavingFile | null {
  const { id, file_id: fileId, name, size } = EvidenceRow.parse(row);
  if (fileId === null) return null;
  return { id, fileId, size, path: `evidence/${id}/${safeName(name)}` };
}
