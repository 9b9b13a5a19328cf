import { type ApplicabilityRule, applies, type CompanyReach } from '@anupalan/domain/applicability';
import { can } from '@anupalan/domain/permissions';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';

/**
 * Checks that the viewer sees an item (R-records-1).
 * @throws AppError not-found when there is no such item, or the viewer does not see it.
 */
export async function requireItem({ pool }: Pick<Database, 'pool'>, view: Session, itemId: string): Promise<void> {
  const { rows } = await pool.query<ItemBesideCompany>({ ...ITEM_BESIDE_COMPANY, values: [view.workspaceId, itemId] });
  const [item] = rows;
  if (!item || !showsTo(view, item.company)(item)) throw itemNotFound();
}

/**
 * Whether the viewer sees items with a rule: administrators see all, everyone else what applies to their company
 * (R-tracker-3, R-tracker-4). Without Premium "all states" is not every state (R-tracker-31).
 */
export function showsTo(view: Session, company: CompanyReach | null): (rule: ApplicabilityRule) => boolean {
  const seesAll = can(actorOf(view), 'compliance-items.list-unfiltered');
  const reach = company && { ...company, onlyNamedStates: !can(actorOf(view), 'companies.change-states') };
  return (rule) => seesAll || applies(rule, reach);
}

export function itemNotFound(cause?: unknown): AppError {
  return new AppError('not-found', 'Compliance item not found', { cause });
}

interface ItemBesideCompany extends ApplicabilityRule {
  readonly company: CompanyReach | null;
}

/**
 * The statement that reads an item beside the company, prepared because every change of a workspace's records begins
 * with it. Parameters: $1 the workspace, $2 the item.
 */
const ITEM_BESIDE_COMPANY = {
  name: 'item-beside-company',
  text: `
    select state, min_employees as "minEmployees", max_employees as "maxEmployees",
      (select json_build_object(
         'employeeCount', employee_count,
         'states', array_prepend(state, array(
           select state from company_states where company_states.workspace_id = companies.workspace_id)))
       from companies where workspace_id = $1 and confirmed) as company
    from compliance_items where id = $2`,
};
