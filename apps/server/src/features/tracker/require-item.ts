import { Id, State } from '@anupalan/contract/wire/primitives';
import { type ApplicabilityRule, applies, type CompanyReach } from '@anupalan/domain/applicability';
import { can } from '@anupalan/domain/permissions';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BesideSession } from '../../identity/read-session.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';

/**
 * Checks that the viewer sees an item (R-records-1); `request.besideSession` has what {@link ITEM_BESIDE_SESSION} read
 * for the caller's own view.
 * @throws AppError not-found when there is no such item, or the viewer does not see it.
 */
export async function requireItem(
  { pool }: Pick<Database, 'pool'>,
  { session, request }: { session: Session; request: Pick<FastifyRequest, 'besideSession'> },
  view: Session,
  itemId: string,
): Promise<void> {
  const read = view === session ? request.besideSession : await readBeside(pool, view, itemId);
  const { item } = BesideSessionRow.parse(read);
  if (!item || !(item.own || showsTo(view, item.company)(item))) throw itemNotFound();
}

async function readBeside(pool: Database['pool'], view: Session, itemId: string): Promise<unknown> {
  const values = [view.workspaceId, itemId];
  const { rows } = await pool.query({ ...ITEM_BESIDE_COMPANY, values });
  return rows[0];
}

/**
 * Whether the viewer sees items with a rule: administrators see all, everyone else what applies to their company
 * (R-tracker-3, R-tracker-4). Without Premium "all states" is not every state (R-tracker-31).
 */
export function showsTo(view: Session, company: CompanyReach | null): (rule: ApplicabilityRule) => boolean {
  const seesAll = can(actorOf(view), 'compliance-items.list-unfiltered');
  const reach = company && { ...company, onlyNamedStates: !can(actorOf(view), 'compliance-items.read-premium-values') };
  return (rule) => seesAll || applies(rule, reach);
}

export function itemNotFound(cause?: unknown): AppError {
  return new AppError('not-found', 'Compliance item not found', { cause });
}

const ItemBesideCompany = z
  .object({
    /** Whether it is the company's own, and so for it whatever its states and size (R-registrations-11). */
    own: z.boolean(),
    state: State,
    minEmployees: z.number(),
    maxEmployees: z.number(),
    company: z.object({ employeeCount: z.number(), states: z.array(State) }).nullable(),
  })
  .nullable();

const BesideSessionRow = z.object({ item: ItemBesideCompany });

/**
 * What an item asks for beside the company, as JSON; parameters in SQL. Null when there is no such item, or it is
 * another company's own.
 */
function itemBesideCompany({ workspace, item }: { workspace: string; item: string }): string {
  return `(
    select json_build_object(
      'own', item.workspace_id is not null,
      'state', item.state, 'minEmployees', item.min_employees, 'maxEmployees', item.max_employees,
      'company', (
        select json_build_object(
          'employeeCount', company.employee_count,
          'states', array_prepend(company.state, array(
            select state from company_states where workspace_id = company.workspace_id)))
        from companies company where company.workspace_id = ${workspace} and company.confirmed))
    from compliance_items item
    where item.id = ${item} and (item.workspace_id is null or item.workspace_id = ${workspace}))`;
}

/** The statement for a view of somebody else. Parameters: $1 the workspace, $2 the item. */
const ITEM_BESIDE_COMPANY = {
  name: 'item-beside-company',
  text: `select ${itemBesideCompany({ workspace: '$1', item: '$2' })} as item`,
};

/** The same of the caller's own company, read with the session because every change of a workspace's records needs it. */
export const ITEM_BESIDE_SESSION: BesideSession = {
  name: 'item',
  columns: `${itemBesideCompany({ workspace: 'm.workspace_id', item: 'asked.id' })} as item`,
  askFor: ({ params }) => ItemOfPath.safeParse(params).data?.id ?? null,
};

const ItemOfPath = z.object({ id: Id });
