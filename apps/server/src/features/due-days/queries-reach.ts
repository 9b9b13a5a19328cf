import { setImmediate as letOthersRun } from 'node:timers/promises';
import { applies } from '@anupalan/domain/applicability';
import { covers, type Extension } from '@anupalan/domain/due-days/extensions';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { ItemRules } from '../compliance-items/queries-catalogue.ts';
import { CompanyReachRow, companyReach, toCompanyReach } from '../tracker/company-reach.ts';

/** Companies that are read by one statement. */
const AT_ONCE = 2_000;

/** A company that an extension reaches. */
export interface ReachedCompany {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
}

/**
 * The companies that have an item and that an extension of it covers, read by some thousands each statement, whatever
 * their number.
 */
export async function* listReached(
  db: Db,
  { id, rule }: Pick<ItemRules, 'id' | 'rule'>,
  extension: Pick<Extension, 'states'>,
  today: Temporal.PlainDate,
): AsyncGenerator<ReachedCompany[]> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await page(id, today, after).execute(db);
    yield rows.flatMap(({ workspace_id: workspaceId, name, plan, reach }) => {
      const company = { ...toCompanyReach(CompanyReachRow.parse(reach)), onlyNamedStates: plan === 'free' };
      const isReached = applies(rule, company).outcome === 'applies' && covers(extension, company);
      return isReached ? [{ workspaceId, name }] : [];
    });
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.workspace_id ?? null;
    await letOthersRun();
  }
}

interface Row {
  workspace_id: WorkspaceId;
  name: string;
  plan: 'free' | 'premium';
  reach: unknown;
}

/** The companies after one, without those that say that the item does not apply to them. */
function page(itemId: string, today: Temporal.PlainDate, after: string | null): RawBuilder<Row> {
  return sql<Row>`
    select workspace.id as workspace_id, company.company_name as name, workspace.plan,
      ${sql.raw(companyReach('workspace.id'))} as reach
    from companies company join workspaces workspace on workspace.id = company.workspace_id
    where company.confirmed and (${after}::uuid is null or workspace.id > ${after})
      and not exists (
        select from exclusions
        where workspace_id = workspace.id and compliance_item_id = ${itemId}
          and (until is null or until >= ${today.toString()}))
    order by workspace.id limit ${AT_ONCE}`;
}
