import type { Evidence, Said, SameFile } from '@anupalan/contract/proof/evidence';
import { formatDay } from '@anupalan/domain/calendar-day';
import { findMismatch, type ReadDocument, type RecordFigures } from '@anupalan/domain/evidence/read-document';
import { formatRupees } from '@anupalan/domain/money';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { Services } from '../../services.ts';
import { readSaid } from '../evidence/commands-read.ts';
import { evidenceNotFound, getEvidence, listSameFiles } from './queries.ts';

type Needs = Pick<Services, 'database' | 'files'>;

/**
 * What the text of a document says, what of its record it does not, and where else the same bytes lie (R-evidence-10,
 * R-evidence-11); of a removed one nothing.
 * @throws AppError not-found; conflict while it waits for the scanner; unavailable while too many others are read
 */
export async function readSaidOfFile(services: Needs, session: Session, id: string): Promise<Said> {
  const { db } = services.database;
  const evidence = await getEvidence(db, session, id);
  if (evidence.removed) return NOTHING;
  const row = await db
    .selectFrom('evidence')
    .selectAll()
    .where('workspace_id', '=', session.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw evidenceNotFound();
  const [{ text, read }, figures, sameElsewhere] = [
    await readSaid(services, row),
    await readFigures(db, session, evidence),
    await listSameFiles(db, session, evidence),
  ];
  const { numbers = [], amounts = [], days = [] } = read ?? {};
  return {
    ...{ text, numbers: [...numbers], amounts: [...amounts], days: days.map(readDay) },
    mismatch: read ? findMismatch(read, figures).map((figure) => describeMismatch(figure, figures)) : [],
    sameElsewhere,
  };
}

const NOTHING: Said = { text: 'none', numbers: [], amounts: [], days: [], mismatch: [], sameElsewhere: [] };

function describeMismatch(figure: keyof RecordFigures, { number, amount, day }: RecordFigures): string {
  const said = {
    number: number ?? '',
    amount: formatRupees(amount ?? 0),
    day: day === null ? '' : formatDay(Temporal.PlainDate.from(day)),
  };
  return `${said[figure]} is recorded, and does not stand in this document`;
}

/** What is recorded that a document is to say: what somebody said of it, else what its record, payment or number says. */
async function readFigures(
  db: Db,
  { workspaceId }: Session,
  { subject, documentDay, number, amount }: Evidence,
): Promise<RecordFigures> {
  const id = subject?.id ?? null;
  const { rows } = await sql<{ number: string | null; amount: number | null; day: string | null }>`
    select filing ->> 'number' as number, (filing ->> 'amount')::float8 as amount,
      left(coalesce(filing ->> 'paidOn', filing ->> 'filedOn'), 10) as day
    from (
      select filing from status_records where workspace_id = ${workspaceId} and id = ${id}
      union all select filing from checks where workspace_id = ${workspaceId} and id = ${id}) record
    union all
    select null, amount_paise / 100::float8, day::text from payment_dates
    where workspace_id = ${workspaceId} and id = ${id}
    union all
    select null, null, day::text from submission_dates where workspace_id = ${workspaceId} and id = ${id}
    union all
    select number, null, null from registrations where workspace_id = ${workspaceId} and id = ${id}
    limit 1`.execute(db);
  const [record] = rows;
  return {
    number: number ?? record?.number ?? null,
    amount: amount ?? record?.amount ?? null,
    day: documentDay?.slice(0, 10) ?? record?.day ?? null,
  };
}

/** What a staged file says, for matching it. */
export interface StagedSaid {
  readonly name: string;
  readonly sha256: string;
  /** Its words from the beginning, 20,000 characters at most; empty where it has none, or can't be read now. */
  readonly words: string;
  readonly numbers: readonly string[];
  /** Rupees. */
  readonly amounts: readonly number[];
  /** ISO days. */
  readonly days: readonly string[];
  readonly sameElsewhere: readonly SameFile[];
}

/**
 * What a document of a heap says. One that can't be read now (it waits for the scanner, or has a virus; too many others
 * are read; the store is away) says nothing, and holds up no other: it is known by its name (R-filing-runs-8).
 */
async function readWhatCanBe(services: Needs, row: Parameters<typeof readSaid>[1]): Promise<ReadDocument | undefined> {
  try {
    return (await readSaid(services, row)).read;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** What files say that the caller staged, in whichever of their companies, by their ids; one that is gone is missing. */
export async function readSaidOf(
  services: Needs,
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StagedSaid>> {
  if (ids.length === 0) return new Map();
  const { db } = services.database;
  const rows = await db
    .selectFrom('evidence')
    .selectAll()
    .where('id', 'in', ids)
    .where('by', '=', session.userId)
    .where('subject_id', 'is', null)
    .orderBy('id')
    .execute();
  const said = new Map<string, StagedSaid>();
  for (const row of rows) {
    const { id, name } = row;
    const read = await readWhatCanBe(services, row);
    const sha256 = row.sha256.toString('hex');
    const { words = '', numbers = [], amounts = [], days = [] } = read ?? {};
    const sameElsewhere = await listSameFiles(db, session, { _id: id, sha256, itemId: null, day: null });
    said.set(id, { name, sha256, words, numbers, amounts, days, sameElsewhere });
  }
  return said;
}
