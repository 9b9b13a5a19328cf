import { randomUUIDv7 } from 'node:crypto';
import type { TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';

/** Somebody whose workspace has a row in every table of a workspace, of payments two. */
export async function addRecorder(server: TestApp, { item, day }: { item: string; day: string }): Promise<Person> {
  const company = { employeeCount: 20, state: 'Goa', additionalStates: ['Kerala'] } as const;
  const made = await addPerson(server.services, { role: 'premium', company });
  await addStatusEntry(server.services, made, { item, day });
  const tables = {
    'custom_reminders (reminder_at,': 'now()',
    'payment_dates (day, amount_paise,': 'now(), 100',
    'payment_dates (amount_paise, day,': '200, now()',
    'submission_dates (day, description,': "now(), 'Sent'",
  };
  await server.owner.query('insert into assignments (workspace_id, responsible_id) values ($1, $2)', [
    made.workspaceId,
    made.userId,
  ]);
  await server.owner.query(
    `insert into establishments (workspace_id, id, name, state, city, employee_count)
     values ($1, $2, 'Works', 'Goa', '', 5)`,
    [made.workspaceId, randomUUIDv7()],
  );
  await server.owner.query(`insert into facts (workspace_id, id, key, answer) values ($1, $2, 'is-contractor', 'no')`, [
    made.workspaceId,
    randomUUIDv7(),
  ]);
  await server.owner.query(
    `insert into exclusions (workspace_id, compliance_item_id, reason, until, excluded_by)
     values ($1, $2, 'Over', '2020-01-01', $3)`,
    [made.workspaceId, item, made.userId],
  );
  for (const [table, values] of Object.entries(tables)) {
    await server.owner.query(
      `insert into ${table} workspace_id, compliance_item_id, user_id, id) values (${values}, $1, $2, $3, $4)`,
      [made.workspaceId, item, made.userId, randomUUIDv7()],
    );
  }
  const own = [made.workspaceId, randomUUIDv7()];
  await server.owner.query(`insert into holidays (workspace_id, id, day, name) values ($1, $2, $3, 'Fair')`, [
    ...own,
    day,
  ]);
  await server.owner.query(
    `insert into company_days (workspace_id, compliance_item_id, day, company_day, set_by) values ($1, $2, $3, $3, $4)`,
    [made.workspaceId, item, day, made.userId],
  );
  await server.owner.query(
    `with published as (
       insert into extensions
         (id, compliance_item_id, day, new_day, authority, link, published_by, taken_back_by, taken_back_at)
       values ($2, $3, $4, $4, 'EPFO', 'https://example.in', $1, $1, now()) returning id)
     insert into met_extensions (workspace_id, extension_id, met_by) select $5, id, $1 from published`,
    [made.userId, randomUUIDv7(), item, day, made.workspaceId],
  );
  const registration = `insert into registrations (workspace_id, id, kind, number) values ($1, $2, 'other', '1')`;
  await server.owner.query(registration, [made.workspaceId, randomUUIDv7()]);
  return made;
}
