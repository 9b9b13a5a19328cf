import { expect } from 'vitest';
import type { TestApp } from '../apps/server/test/harness.ts';

let known: Promise<string> | undefined;

/** The statement that finds what must not be. */
export function invariants(owner: TestApp['owner']): Promise<string> {
  known ??= listInvariants(owner).then((all) =>
    Object.entries(all)
      .map(([what, ids]) => `select '${what}' as what, broken.id from (${ids}) broken (id)`)
      .join(' union all '),
  );
  return known;
}

async function listInvariants(owner: TestApp['owner']): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string }>(`
    select table_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'workspace_id' and table_type = 'BASE TABLE'`);
  expect(rows.length).toBeGreaterThan(10);
  const orphans = rows.map(({ name }) => [
    `rows of ${name} without their company`,
    `select workspace_id from ${name} where workspace_id is not null
       and not exists (select from workspaces where id = workspace_id)`,
  ]);
  return {
    'companies with no owner, or two': `
      select id from workspaces where (case when frozen_from is null then 1 else 0 end) <> (
        select count(*) from memberships where workspace_id = workspaces.id and role = 'owner')`,
    'people who own nothing': `
      select id from users where not exists (select from memberships where user_id = users.id and role = 'owner')`,
    'records checked by their author': `
      select id from status_records where checked_by in (updated_by, impersonator_id)
      union select id from checks where decided_by in (author_id, impersonator_id, in_name_of)`,
    'records that are done while they wait': `
      select id from checks join status_records using (workspace_id, id) where outcome is distinct from 'approved'`,
    'days that stand for something else than their lines': `
      select id from status_entries where lines is not null and (current_status in ('done', 'not-to-do', 'not-applicable'))
        <> (select bool_and(value ->> 'status' in ('done', 'not-to-do', 'not-applicable')) from jsonb_each(lines))`,
    'approvals put aside that nobody is asked about again': `
      select former.id from checks former join status_records using (workspace_id, id)
      where former.outcome = 'approved' and counterpart is not null
        and not exists (select from checks again where again.again_of = former.id)
        and not exists (
          select from (
            select workspace_id, compliance_item_id, day, id, made_at as at from checks where outcome is distinct from 'replaced'
            union all select workspace_id, compliance_item_id, day, id, created_at from status_records
              where status <> 'NOTE' and counterpart is null) newer
          where (newer.workspace_id, newer.compliance_item_id, newer.day)
            = (former.workspace_id, former.compliance_item_id, former.day)
            and newer.id <> former.id and newer.at >= former.made_at)`,
    ...Object.fromEntries(orphans),
  };
}
