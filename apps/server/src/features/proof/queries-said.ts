import type { Evidence, Said } from '@anupalan/contract/proof/evidence';
import { formatDay, storedDay } from '@anupalan/domain/calendar-day';
import { findMismatch, type RecordFigures } from '@anupalan/domain/evidence/read-document';
import { findSureFigures, type SureFigures } from '@anupalan/domain/evidence/sure-figures';
import { formatRupees } from '@anupalan/domain/money';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { Services } from '../../services.ts';
import { readSaid } from '../evidence/commands-read.ts';
import { evidenceNotFound, getEvidence, listSameFiles } from './queries.ts';

/** The services that read documents. */
export type Needs = Pick<Services, 'database' | 'files'>;

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
    sure: read ? presentSure(findSureFigures(read)) : NOTHING.sure,
    mismatch: read ? findMismatch(read, figures).map((figure) => describeMismatch(figure, figures)) : [],
    sameElsewhere,
  };
}

const NOTHING: Said = {
  text: 'none',
  ...{ numbers: [], amounts: [], days: [] },
  sure: { number: null, amount: null, day: null },
  ...{ mismatch: [], sameElsewhere: [] },
};

function presentSure({ number, amount, day }: SureFigures): Said['sure'] {
  return { number, amount, day: day === null ? null : readDay(day) };
}

function describeMismatch(figure: keyof RecordFigures, { number, amount, day }: RecordFigures): string {
  const said = {
    number: number ?? '',
    amount: formatRupees(amount ?? 0),
    day: day === null ? '' : formatDay(storedDay(day)),
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
