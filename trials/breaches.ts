/** What no constraint says of the tables, as statements that find what breaks it. */
export const BREACHES = {
  'an entry has a record': `
    select id from status_entries e where not exists (
      select from status_records r
      where (r.workspace_id, r.compliance_item_id, r.day) = (e.workspace_id, e.compliance_item_id, e.day))`,
  'the current status is that of the newest record': `
    select e.id from status_entries e cross join lateral (
      select status from status_records r
      where (r.workspace_id, r.compliance_item_id, r.day) = (e.workspace_id, e.compliance_item_id, e.day)
        and status <> 'NOTE' order by r.created_at desc, r.id desc limit 1) newest
    where newest.status <> e.current_status and e.lines is null`,
  'the current status of an entry with lines is settled if and only if all of them are': `
    select id from status_entries
    where lines is not null and (current_status in ('done', 'not-to-do', 'not-applicable')) <> (
      select bool_and(value ->> 'status' in ('done', 'not-to-do', 'not-applicable')) from jsonb_each(lines))`,
  'status entries are counted right': `
    select workspace_id
    from (select workspace_id, count(*) as entries from status_entries group by workspace_id) there
      full join (select workspace_id, sum(entries) as entries from status_tallies group by workspace_id) counted
      using (workspace_id)
    where coalesce(there.entries, 0) <> coalesce(counted.entries, 0)`,
  'a sign-up has its workspace and company': `
    select id from users u where status = 'active' and role <> 'admin' and not exists (
      select from memberships m join companies c using (workspace_id) where m.user_id = u.id)`,
  'everybody owns a workspace': `
    select id from users u where not exists (select from memberships m where m.user_id = u.id and m.role = 'owner')`,
  'a workspace has one owner, or is frozen': `
    select id from workspaces w
    where (select count(*) from memberships m where m.workspace_id = w.id and m.role = 'owner')
      <> case when frozen_from is null then 1 else 0 end`,
  'memberships have the company, plan and freezing of their workspace': `
    select m.id
    from memberships m
      join workspaces w on w.id = m.workspace_id
      left join companies c on c.workspace_id = m.workspace_id and c.confirmed
    where (m.company_id, m.plan, m.frozen_from) is distinct from (c.id, w.plan, w.frozen_from)`,
  'the plan of a workspace is that of who pays': `
    select w.id from workspaces w
      left join memberships m on m.workspace_id = w.id and m.role = 'owner'
      join users u on u.id = coalesce(w.payer_id, m.user_id)
    where w.plan <> case u.role when 'user' then 'free' else 'premium' end`,
};
