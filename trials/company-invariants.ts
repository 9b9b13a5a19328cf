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
      union select id from event_duty_records where checked_by in (updated_by, impersonator_id)
      union select id from checks where decided_by in (author_id, impersonator_id, in_name_of)`,
    'records that are done while they wait': `
      select id from checks join status_records using (workspace_id, id) where outcome is distinct from 'approved'
      union select id from checks join event_duty_records using (workspace_id, id)
        where outcome is distinct from 'approved'`,
    'duties that stand for something else than their records': `
      select duty.id from event_duties duty
        left join lateral (
          select status, created_at from event_duty_records record
          where record.workspace_id = duty.workspace_id and record.duty_id = duty.id and takes_back is null
            and not exists (select from event_duty_records other
              where other.workspace_id = record.workspace_id and other.takes_back = record.id)
          order by created_at desc, id desc limit 1) newest on true
      where duty.recorded is distinct from newest.status
        or (duty.settled_at is not null) <> (coalesce(newest.status, '') in ('done', 'not-to-do', 'not-applicable'))
        or (duty.checking is not null and not duty.checking ? 'reason') <> exists (
          select from checks where checks.workspace_id = duty.workspace_id and duty_id = duty.id and outcome is null)`,
    'days of filing of what nobody said it of': `
      select id from event_duties duty where filed_on is not null and not exists (
        select from event_duty_records record
        where record.workspace_id = duty.workspace_id and duty_id = duty.id and filing is not null)`,
    'records of complaints that wait for somebody who does not see them': `
      select id from checks where outcome is null and seen_by is not null and waits_for <> all(seen_by)`,
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
