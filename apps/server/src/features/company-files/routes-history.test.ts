import { describe, expect, test } from 'vitest';
import { addPerson, companyOf, join } from '../../../test/people.ts';
import {
  addOwnerThere,
  bare,
  beginWithVictim,
  expectRefused,
  file,
  type Row,
  rich,
  send,
  takeIn,
  to,
  victim,
  workspaceOf,
} from './company-file-calls.fixture.ts';
import { changeRows, withRows } from './forged-file.fixture.ts';

/*
 * What a company's file says of the past is its own: it is shown and sealed as imported, whoever it names (R-company-files-8,
 * R-company-files-11).
 */

beginWithVictim();

describe('approvals and activity', () => {
  test('are never those of an account here but the taker’s, and are said to be imported', async () => {
    const stranger = victim.member.userId;
    const person = await addPerson(to.services, { role: 'premium' });
    const named = withRows(file, {
      status_records: (rows) =>
        rows.map((row) => ({ ...row, checked_by: row.checked_by && stranger, responsible_id: stranger })),
      activity: (rows) => rows.map((row) => ({ ...row, by: stranger })),
      evidence: (rows) => rows.map((row) => ({ ...row, by: stranger })),
    });
    const { companyId } = await takeIn(person, named);
    const workspaceId = await workspaceOf(companyId ?? '');
    const { rows } = await to.owner.query(
      `select distinct id from users where id in (
         select checked_by from status_records where workspace_id = $1 union select responsible_id from status_records where workspace_id = $1
         union select by from activity where workspace_id = $1 union select by from evidence where workspace_id = $1)`,
      [workspaceId],
    );
    expect(rows.map(({ id }) => id)).toEqual([person.userId]);
    const headers = { 'x-company': companyId ?? '' };
    const activity = await to.call({ url: '/api/activity', token: person.token, headers });
    const byImported = Map.groupBy<boolean, Row>(activity.json().data, ({ imported }) => imported === true);
    expect(byImported.get(false)?.map(({ what }) => what)).toEqual(['company-files.take-in']);
    expect(byImported.get(true)?.length).toBeGreaterThan(2);
    const bareIds = changeRows(file, 'status_records', (row) => ({ ...row, checked_by: bare(stranger) }));
    await expectRefused(bareIds, /checked_by: is no id/);
  });

  test('of the taker, dated back, are imported as well: in the history, the register and the seals', async () => {
    const owner = await addOwnerThere();
    const { companyId } = await takeIn(owner, file);
    const headers = { 'x-company': companyId ?? '' };
    const call = (url: string) => to.call({ url: `/api${url}`, token: owner.token, headers });
    const { data } = (await call('/compliance/data?from=2026-01-01&to=2027-01-01')).json();
    const history = data.flatMap(({ statusHistory }: { statusHistory: { history: Row[] }[] }) =>
      statusHistory.flatMap((entry) => entry.history),
    );
    expect(history.length).toBeGreaterThan(2);
    expect(new Set(history.map(({ imported }: Row) => imported))).toEqual(new Set([true]));
    const register = (await call('/exports/statuses?format=csv&from=2026-01-01&to=2026-12-31')).body;
    expect(register).toContain('Asha Rao (imported)');
    const sealed = await call('/activity/file');
    const events = sealed.body.split('\n').filter((line) => line.startsWith('{"event"'));
    for (const { event } of events.map((line) => JSON.parse(line))) {
      expect([event.type, event.imported ?? false]).toEqual(['anupalan.event.3', true]);
    }
    expect(rich.owner.userId).not.toBe(owner.userId);
  });
});

test('a check that waits in a file and is approved here is imported, of an obligation and of a duty', async () => {
  const person = await addPerson(to.services, { role: 'premium' });
  const dated = changeRows(file, 'checks', (row) => ({
    ...row,
    ...(row.outcome === null && { made_at: '2019-05-01T00:00:00+00:00' }),
  }));
  const { companyId } = await takeIn(person, dated);
  const workspaceId = await workspaceOf(companyId ?? '');
  const { rows: waiting } = await to.owner.query(
    'select id, duty_id from checks where workspace_id = $1 and outcome is null',
    [workspaceId],
  );
  expect(new Set(waiting.map(({ duty_id }) => duty_id === null))).toEqual(new Set([true, false]));
  for (const { id } of waiting) {
    const url = `/api/checks/${id}/approve`;
    const headers = { 'x-company': companyId ?? '' };
    const answer = await to.call({ method: 'POST', url, token: person.token, headers, payload: { note: '' } });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  const { rows } = await to.owner.query(
    `select imported from status_records where workspace_id = $1 and created_at < '2020-01-01'
     union all select imported from event_duty_records where workspace_id = $1 and created_at < '2020-01-01'`,
    [workspaceId],
  );
  expect(rows).toEqual(waiting.map(() => ({ imported: true })));
});

test('whoever was invited into a company that a file filled reads all their companies', async () => {
  const host = await addPerson(to.services, { role: 'premium', company: { employeeCount: 3, state: 'Delhi' } });
  const consultant = await addPerson(to.services, { role: 'premium', company: { employeeCount: 3, state: 'Delhi' } });
  await join(to.services, consultant, host);
  const filled = changeRows(file, 'compliance_items', (row) => ({ ...row, due_date: '12000-01-01' }));
  expect((await send(host, filled, { fill: 'true' }, await companyOf(to.services, host))).statusCode).toBe(400);
  await takeIn(host, file, { fill: 'true' }, await companyOf(to.services, host));
  for (const url of ['/api/companies', '/api/companies/agenda']) {
    expect((await to.call({ url, token: consultant.token })).statusCode).toBe(200);
  }
});
