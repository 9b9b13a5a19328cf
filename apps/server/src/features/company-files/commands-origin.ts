import { MOST_EVIDENCE } from '@anupalan/contract/proof/evidence-files';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { STANDS } from '../evidence/queries.ts';
import { noteDrafts } from '../invitations/commands-drafts.ts';
import { MOST_DRAFTS } from '../invitations/queries.ts';
import type { FilePerson } from './company-manifest.ts';
import type { NewIds } from './placing/new-ids.ts';

/** People that are written at a time. */
const AT_ONCE = 500;

interface Brought {
  readonly workspaceId: WorkspaceId;
  readonly ids: NewIds;
  /** Everybody of the file but who takes it in. */
  readonly people: readonly FilePerson[];
}

/** Keeps the names of the people of a file, who have no account here, and notes those of the company to be invited. */
export async function keepPeople(trx: Transaction<DB>, { workspaceId, ids, people }: Brought): Promise<void> {
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const rows = people.slice(at, at + AT_ONCE).map(({ id, firstName, lastName, email, role }) => ({
      ...{ workspace_id: workspaceId, id: ids.of(id), first_name: firstName, last_name: lastName },
      ...{ email, role },
    }));
    await trx.insertInto('imported_people').values(rows).execute();
  }
  await requireNoAccounts(trx, workspaceId);
  // The file has drafts of its own besides.
  const roles = new Map(
    people.flatMap(({ email, role }) =>
      email === null || role === null ? [] : [[email, role === 'owner' ? 'manager' : role] as const],
    ),
  );
  await noteDrafts(
    trx,
    workspaceId,
    [...roles].map(([email, role]) => ({ email, role })),
  );
  await requireFewDrafts(trx, workspaceId);
}

/** @throws AppError invalid where more people are to be invited than are shown (R-imports-18) */
async function requireFewDrafts(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const { drafts } = await trx
    .selectFrom('invitation_drafts')
    .where('workspace_id', '=', workspaceId)
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .executeTakeFirstOrThrow();
  if (drafts > MOST_DRAFTS) throw new AppError('invalid', `The file has more than ${MOST_DRAFTS} people to be invited`);
}

/** New ids are hashes: that one is the id of an account would take a search. @throws AppError invalid */
async function requireNoAccounts(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const account = await trx
    .selectFrom('imported_people')
    .innerJoin('users', 'users.id', 'imported_people.id')
    .select('users.id')
    .where('imported_people.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (account) throw new AppError('invalid', 'The file names somebody who has an account here');
}

/** @throws AppError invalid where more files stand at a subject than may (R-evidence-4) */
export async function requireFewFiles(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const { rows } = await sql`
    select file.subject_id from evidence file where file.workspace_id = ${workspaceId} and ${STANDS}
    group by file.subject_id having count(*) > ${MOST_EVIDENCE} limit 1`.execute(trx);
  if (rows.length > 0) throw new AppError('invalid', `The file has more than ${MOST_EVIDENCE} files at one record`);
}
