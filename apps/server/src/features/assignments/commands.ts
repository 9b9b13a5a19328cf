import type { ActivityAbout } from '@anupalan/contract/people/activity';
import type { AssignmentChange } from '@anupalan/contract/people/assignments';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { violatedForeignKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { rerouteWaiting } from '../status-history/checks/commands-reroute.ts';

const PEOPLE = ['responsible', 'deputy', 'checker'] as const;

const UNKNOWN = { act: 'Act not found', item: 'Compliance item not found' } as const;

const NOT_FOUND: Readonly<Record<string, string>> = {
  assignments_act_id_fkey: UNKNOWN.act,
  assignments_compliance_item_id_fkey: UNKNOWN.item,
};

/**
 * Sets who is responsible, deputy and checker, of the company or of many acts or items at once; null takes away, what is
 * left out stays (R-checks-4). It counts for what is recorded later: what waits for a former checker goes to the owner
 * (R-checks-11).
 * @throws AppError invalid for people who aren't at least members of the company; not-found for unknown acts and items.
 */
export async function changeAssignments(db: Kysely<DB>, session: Session, change: AssignmentChange): Promise<void> {
  const { workspaceId } = session;
  await db
    .transaction()
    .execute(async (trx) => {
      // Two changes at once come one after the other.
      await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(trx);
      await requireMembers(trx, workspaceId, change);
      await requireKnown(trx, workspaceId, change);
      await setLines(trx, session, change);
      await rerouteWaiting(trx, workspaceId);
      await recordActivity(trx, session, { what: 'assignments.change', about: describe(change) });
    })
    .catch((error: unknown) => {
      const message = NOT_FOUND[violatedForeignKey(error) ?? ''];
      throw message ? new AppError('not-found', message, { cause: error }) : error;
    });
}

/** Checks that the people may record in the company, and keeps them from leaving or becoming viewers meanwhile. */
async function requireMembers(trx: Transaction<DB>, workspaceId: WorkspaceId, change: AssignmentChange): Promise<void> {
  const wanted = PEOPLE.flatMap((what) => change[what] ?? []);
  if (wanted.length === 0) return;
  const rows = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', wanted)
    .where('role', '<>', 'viewer')
    .orderBy('user_id')
    .forShare()
    .execute();
  const members = new Set(rows.map(({ user_id }) => user_id));
  const strangers = PEOPLE.filter((what) => change[what] && !members.has(change[what]));
  if (strangers.length === 0) return;
  const fault = 'Choose a member of the company';
  throw new AppError('invalid', fault, { faults: Object.fromEntries(strangers.map((what) => [what, fault])) });
}

/** Checks that the acts or items are the catalogue's or the company's own; another company's are not found. */
async function requireKnown(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { scope, ids = [] }: AssignmentChange,
): Promise<void> {
  if (scope === 'company') return;
  const { rows } = await sql`
    select from unnest(${ids}::uuid[]) chosen (id) where not exists (
      select from ${sql.table(scope === 'act' ? 'acts' : 'compliance_items')} known
      where known.id = chosen.id and (known.workspace_id is null or known.workspace_id = ${workspaceId}))
    limit 1`.execute(trx);
  if (rows.length > 0) throw new AppError('not-found', UNKNOWN[scope]);
}

/** Writes the line of each scope, and takes away those that say nothing any more. */
async function setLines(trx: Transaction<DB>, session: Session, change: AssignmentChange): Promise<void> {
  const { workspaceId } = session;
  const { scope, ids = [], responsible, deputy, checker, evidenceRequired } = change;
  const isCompany = scope === 'company';
  await sql`
    insert into assignments as line (workspace_id, compliance_item_id, act_id,
      responsible_id, deputy_id, checker_id, evidence_required, responsible_taken_away)
    select ${workspaceId}::uuid, ${scope === 'item' ? sql`id` : sql`null::uuid`},
      ${scope === 'act' ? sql`id` : sql`null::uuid`},
      ${responsible ?? null}::uuid, ${deputy ?? null}::uuid, ${checker ?? null}::uuid,
      ${evidenceRequired ?? null}::boolean, ${isCompany && responsible === null}::boolean
    from unnest(${isCompany ? [workspaceId] : [...new Set(ids)].sort()}::uuid[]) chosen (id)
    on conflict (workspace_id, compliance_item_id, act_id) do update set
      responsible_id = ${given(responsible, 'responsible_id')},
      responsible_taken_away = ${given(responsible, 'responsible_taken_away')},
      deputy_id = ${given(deputy, 'deputy_id')},
      checker_id = ${given(checker, 'checker_id')},
      checker_gone = ${checker === undefined ? sql`line.checker_gone` : sql`false`},
      unchecked_by = ${checker === undefined ? sql`line.unchecked_by` : uncheckedBy(session)},
      evidence_required = ${given(evidenceRequired, 'evidence_required')}`.execute(trx);
  await sql`
    delete from assignments where workspace_id = ${workspaceId} and responsible_id is null and deputy_id is null
      and checker_id is null and evidence_required is null and unchecked_by is null
      and not responsible_taken_away and not checker_gone`.execute(trx);
}

/** The new value of a column, or what it was when the change leaves it out. */
function given(value: unknown, column: string): RawBuilder<unknown> {
  return sql.raw(value === undefined ? `line.${column}` : `excluded.${column}`);
}

/**
 * Who took a checker away and doesn't own the company, so that their own records go on to be checked (R-checks-13); a
 * second manager who says the same confirms it.
 */
function uncheckedBy({ member, userId }: Session): RawBuilder<unknown> {
  if (member.role === 'owner') return sql`null`;
  return sql`case
    when line.checker_id is not distinct from excluded.checker_id and not line.checker_gone
      then nullif(line.unchecked_by, case when line.unchecked_by <> ${userId} then line.unchecked_by end)
    when line.checker_id is not null or line.checker_gone then ${userId}::uuid
    else line.unchecked_by end`;
}

function describe({ scope, ids = [], ...change }: AssignmentChange): Omit<ActivityAbout, 'title'> {
  const [id] = ids.length === 1 ? ids : [];
  return {
    scope,
    ...(id !== undefined && (scope === 'act' ? { actId: id } : { itemId: id })),
    ...(ids.length > 1 && { count: ids.length }),
    fields: [...PEOPLE, 'evidenceRequired' as const].filter((field) => change[field] !== undefined),
    ...(change.responsible && { responsible: change.responsible }),
    ...(change.deputy && { deputy: change.deputy }),
    ...(change.checker && { userId: change.checker }),
  };
}
