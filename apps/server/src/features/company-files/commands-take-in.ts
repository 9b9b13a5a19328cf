import type { TakenIn } from '@anupalan/contract/proof/company-files';
import { indianDayOf, toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { Transaction } from 'kysely';
import { holdUser } from '../../identity/accounts.ts';
import { recordAudit } from '../../identity/audit.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { moveFiles } from '../../platform/files/store/commands.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { removeForeignAnswers } from '../applicability/commands-facts.ts';
import { openForCompany } from '../companies/commands-own.ts';
import { makeRenewals } from '../compliance-items/own/commands-renewal.ts';
import { requireRoomForFiles } from '../evidence/commands-quota.ts';
import { linkRevisions } from '../evidence/commands-records.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { keepPeople, requireFewFiles } from './commands-origin.ts';
import { checkNow, clearBeginnings } from './commands-rows.ts';
import { CompanyFile } from './judging/company-file.ts';
import { type JudgedFile, judgeCompanyFile } from './judging/judge-company-file.ts';
import { findNoRoom } from './judging/row-counts.ts';
import { type FoundReferences, NewIds } from './placing/new-ids.ts';
import { RowWriter } from './placing/row-writer.ts';
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
    const judged = await judgeCompanyFile(file, { email: await getAddress(db, session.userId), now: services.now() });
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
  readonly found: FoundReferences;
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
    const isFilled = this.#read.fill;
    await this.#requireRoom(trx, workspaceId);
    const company = companyId === null ? null : { old: file.manifest.company.id, id: companyId };
    const ids = new NewIds({ workspaceId, found, selves: judged.selves, userId, company });
    const rows = new RowWriter(trx, { file, judged, ids, found, placing: { workspaceId, userId, fileIds }, isFilled });
    // Evidence refers to files of its own company alone.
    await moveFiles(trx, [...fileIds.values()], workspaceId);
    for (const table of COMPANY_TABLE_NAMES) {
      await rows.writeTable(table);
      if (table !== 'evidence') continue;
      await linkRevisions(trx, workspaceId);
      await checkNow(trx);
      await requireFewFiles(trx, workspaceId);
    }
    await removeForeignAnswers(trx, workspaceId);
    await makeRenewals(trx, workspaceId);
    await this.#keepOrigin(trx, ids, workspaceId);
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

  /** @throws AppError conflict where the plan has no room for what it has, or for its files (R-company-files-12) */
  async #requireRoom(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
    const { figures, files } = this.#read.judged;
    const { plan } = await trx
      .selectFrom('workspaces')
      .select('plan')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const reasons = findNoRoom(plan, figures);
    if (reasons.length > 0) throw new AppError('conflict', reasons.join('. '));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    await requireRoomForFiles(trx, workspaceId, { bytes, payerBytes: payerBytesOf(this.#services.config) });
  }

  /** Notes where it came from, the names of its people, and in the activity that it came (R-company-files-8). */
  async #keepOrigin(trx: Transaction<DB>, ids: NewIds, workspaceId: WorkspaceId): Promise<void> {
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
    await keepPeople(trx, { workspaceId, ids, people: judged.people.filter(({ id }) => !judged.selves.has(id)) });
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
