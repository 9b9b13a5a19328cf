import { MAX_OWN_OBLIGATIONS } from '@anupalan/contract/company/own-obligations';
import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { indianDayOf, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { sql, type Transaction } from 'kysely';
import { holdUser } from '../../identity/accounts.ts';
import { recordAudit } from '../../identity/audit.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { moveFiles } from '../../platform/files/store/commands.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { openForCompany } from '../companies/commands-own.ts';
import { requireRoomForFiles } from '../evidence/commands-quota.ts';
import { linkRevisions } from '../evidence/commands-records.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { noteDrafts } from '../invitations/commands-drafts.ts';
import { clearBeginnings, explainRefusal, insertRows, updateRow } from './commands-rows.ts';
import { CompanyFile } from './company-file.ts';
import { isLeftOut, type JudgedFile, judgeCompanyFile } from './judge-company-file.ts';
import { NewIds } from './new-ids.ts';
import { type PlacedRow, type Placing, placeRow } from './place-row.ts';
import { describeJudged } from './present.ts';
import { findTakenIn, getAddress, hasNothingRecorded } from './queries.ts';
import { findReferences } from './queries-named.ts';
import { COMPANY_TABLE_NAMES } from './tables/company-tables.ts';

type Given = Pick<Services, 'database' | 'files' | 'config' | 'now'>;

interface Wanted {
  /** The uploaded archive. */
  readonly fileId: string;
  /** Whether it is only said what would happen. */
  readonly dryRun: boolean;
  /** Whether it fills the company of the call, instead of becoming a company of its own. */
  readonly fill: boolean;
}

/** Rows that are written at a time. */
const AT_ONCE = 500;

/**
 * Takes a whole company in, all of it or nothing (R-company-files-6): the file is read once and judged, its rows are
 * written and taken back, which is a dry run; then its evidence goes into the store, where nobody sees it, and one
 * transaction writes every row. The same file a second time changes nothing.
 * @throws AppError invalid for what is wrong with the file; conflict where there is no room for it
 */
export async function takeCompanyIn(services: Given, session: Session, wanted: Wanted): Promise<TakenIn> {
  const { database, files } = services;
  const { db } = database;
  const file = await CompanyFile.open(files.readUnscanned(wanted.fileId));
  try {
    const judged = await judgeCompanyFile(file, await getAddress(db, session.userId));
    const found = await findReferences(db, judged.references);
    const said = await describeJudged(db, file, judged, found);
    const before = await findTakenIn(db, session.userId, file.digest);
    if (before !== null) return { ...said, faults: [], companyId: before, again: true };
    const taking = new Taking(services, session, { file, judged, found, fill: wanted.fill });
    // What the database refuses, and what there is no room for, is known before any evidence is unpacked.
    const faults = said.faults.length > 0 ? said.faults : await taking.rehearse();
    if (wanted.dryRun) return { ...said, faults };
    if (faults.length > 0) throw new AppError('invalid', faults.join('. '));
    return { ...said, companyId: await taking.take() };
  } finally {
    await file.close();
  }
}

/** Ends a transaction that was only tried. */
class Rehearsed extends Error {}

function takenInMeanwhile(): AppError {
  return new AppError('conflict', 'This file was taken in a moment ago');
}

interface Read {
  readonly file: CompanyFile;
  readonly judged: JudgedFile;
  /** What the parts of the catalogue that the file names are here. */
  readonly found: ReadonlyMap<string, string>;
  readonly fill: boolean;
}

/** Writes a file that was judged. */
class Taking {
  readonly #services: Given;
  readonly #session: Session;
  readonly #read: Read;

  constructor(services: Given, session: Session, read: Read) {
    this.#services = services;
    this.#session = session;
    this.#read = read;
  }

  /** Writes all rows and takes them back. @returns what is wrong with them */
  async rehearse(): Promise<string[]> {
    try {
      await this.#services.database.db.transaction().execute(async (trx) => {
        await this.#write(trx, new Map());
        throw new Rehearsed();
      });
    } catch (error) {
      if (error instanceof AppError && (error.code === 'invalid' || error.code === 'conflict')) return [error.message];
      if (!(error instanceof Rehearsed)) throw error;
    }
    return [];
  }

  /** @returns the id of the company */
  async take(): Promise<string> {
    const fileIds = new Map<string, string>();
    try {
      await this.#store(fileIds);
      return await this.#services.database.db.transaction().execute((trx) => this.#write(trx, fileIds));
    } catch (error) {
      await this.#services.files.removeUnattached([...fileIds.values()]);
      throw error;
    }
  }

  /** Puts the bytes of evidence into the store, where no row refers to them yet. */
  async #store(fileIds: Map<string, string>): Promise<void> {
    const { file, judged } = this.#read;
    for (const { id, path, size, mediaType } of judged.files) {
      const about = { workspaceId: null, purpose: 'evidence', mediaType, maxBytes: size } as const;
      fileIds.set(id, (await this.#services.files.write(file.read(path), about)).id);
    }
  }

  async #write(trx: Transaction<DB>, fileIds: ReadonlyMap<string, string>): Promise<string> {
    const { file, judged, found } = this.#read;
    const { userId } = this.#session;
    await holdUser(trx, userId);
    if ((await findTakenIn(trx, userId, file.digest)) !== null) throw takenInMeanwhile();
    const { workspaceId, companyId } = await this.#open(trx);
    await this.#requireRoom(trx, workspaceId);
    const ids = new NewIds(workspaceId);
    for (const [old, id] of found) ids.set(old, id);
    if (judged.self !== null) ids.set(judged.self, userId);
    if (companyId !== null) ids.set(file.manifest.company.id, companyId);
    const placing = { workspaceId, ids, userId, fileIds };
    for (const table of COMPANY_TABLE_NAMES) {
      await this.#writeTable(trx, table, placing);
      if (table !== 'evidence') continue;
      await linkRevisions(trx, workspaceId);
      await checkNow(trx);
    }
    await moveFiles(trx, [...fileIds.values()], workspaceId);
    await this.#keepOrigin(trx, placing, workspaceId);
    await checkNow(trx);
    return ids.of(file.manifest.company.id);
  }

  /** The workspace that it goes into, with the id of the company that is there already. */
  async #open(trx: Transaction<DB>): Promise<{ workspaceId: WorkspaceId; companyId: string | null }> {
    const { workspaceId, companyId, userId } = this.#session;
    if (!this.#read.fill) return { workspaceId: await openForCompany(trx, userId), companyId: null };
    // Who may take all of a company out may fill one.
    requirePermission(this.#session, 'company-files.make');
    await trx.selectFrom('companies').select('id').where('workspace_id', '=', workspaceId).forUpdate().execute();
    if (companyId === null || !(await hasNothingRecorded(trx, workspaceId))) {
      throw new AppError('conflict', 'This company has something recorded already. Bring it in as a further company.');
    }
    await clearBeginnings(trx, workspaceId);
    return { workspaceId, companyId };
  }

  /** @throws AppError conflict where the plan has no room for its own obligations or its files */
  async #requireRoom(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
    const { ownObligations, files } = this.#read.judged;
    const { plan } = await trx
      .selectFrom('workspaces')
      .select('plan')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const most = MAX_OWN_OBLIGATIONS[plan];
    if (ownObligations > most) {
      const kept = `The file has ${ownObligations} obligations of the company's own; the ${plan} plan has room for ${most}.`;
      throw new AppError('conflict', kept);
    }
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    await requireRoomForFiles(trx, workspaceId, { bytes, payerBytes: payerBytesOf(this.#services.config) });
  }

  async #writeTable(
    trx: Transaction<DB>,
    table: (typeof COMPANY_TABLE_NAMES)[number],
    placing: Placing & { workspaceId: WorkspaceId },
  ): Promise<void> {
    const { file, judged, found } = this.#read;
    let waiting: PlacedRow[] = [];
    const write = async () => {
      const rows = waiting.map(({ row }) => row);
      const [first] = rows;
      if (first && (table === 'workspaces' || (table === 'companies' && this.#read.fill))) {
        await updateRow(trx, table, { workspaceId: placing.workspaceId, row: first });
      } else {
        await insertRows(trx, table, rows);
      }
      await keepAuthors(trx, placing.workspaceId, table, waiting);
      waiting = [];
    };
    for await (const row of file.rows(table)) {
      if (isLeftOut(table, row, judged.left)) continue;
      if (table === 'met_extensions' && !found.has(String(row.extension_id))) continue;
      waiting.push(placeRow(table, row, placing));
      if (waiting.length >= AT_ONCE) await write();
    }
    await write();
  }

  /** Notes where it came from, the names of its people, and in the activity that it came (R-company-files-8). */
  async #keepOrigin(trx: Transaction<DB>, { ids }: Placing, workspaceId: WorkspaceId): Promise<void> {
    const { file, judged } = this.#read;
    const { manifest, digest } = file;
    const { userId } = this.#session;
    await trx
      .insertInto('imported_companies')
      .values({
        workspace_id: workspaceId,
        manifest: digest,
        company_name: manifest.company.name,
        made_at: manifest.made,
        fingerprint: manifest.key.fingerprint,
        head: manifest.head,
        imported_by: userId,
      })
      .execute();
    const others = judged.people.filter(({ id }) => id !== judged.self);
    for (let at = 0; at < others.length; at += AT_ONCE) {
      const people = others.slice(at, at + AT_ONCE).map(({ id, firstName, lastName, email, role }) => ({
        ...{ workspace_id: workspaceId, id: ids.of(id), first_name: firstName, last_name: lastName },
        ...{ email, role },
      }));
      await trx.insertInto('imported_people').values(people).execute();
    }
    const members = others.flatMap(({ email, role }) =>
      email === null || role === null ? [] : [{ email, role: role === 'owner' ? 'manager' : role } as const],
    );
    await noteDrafts(trx, workspaceId, members);
    const count = [...judged.rows.values()].reduce((sum, rows) => sum + rows, 0);
    const about = {
      name: manifest.company.name,
      from: toIsoMidnight(indianDayOf(Temporal.Instant.from(manifest.made))),
      count,
    };
    await recordActivity(trx, { ...this.#session, workspaceId }, { what: 'company-files.take-in', about });
    const details = { rows: count, files: judged.files.length };
    const id = ids.of(manifest.company.id);
    await recordAudit(trx, this.#session, { noun: 'companies', verb: 'import', id, details });
  }
}

/** Has what is checked at the end checked now, and what comes after it at the end again. */
async function checkNow(trx: Transaction<DB>): Promise<void> {
  await explainRefusal('evidence', () => sql`set constraints all immediate`.execute(trx));
  await sql`set constraints all deferred`.execute(trx);
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
