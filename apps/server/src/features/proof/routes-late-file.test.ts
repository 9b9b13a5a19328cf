import { listClosed } from '@anupalan/contract/proof/evidence';
import { expect, test } from 'vitest';
import {
  approve,
  beginWithTeam,
  call,
  company,
  record,
  recordWaiting,
  send,
  team,
  world,
} from '../status-history/checks/team.fixture.ts';
import { addFile, removeFile } from './evidence-calls.fixture.ts';

/* A done that was recorded without evidence, with a reason, and got a file later (R-evidence-25). */

beginWithTeam();

const REASON = 'Lost in the flood';
const FOR = '2026-10-15';
const other = () => world.items.other;

async function answerOf(path: string): Promise<string> {
  const response = await call(team.owner, 'GET', path);
  expect(response.statusCode, response.body).toBe(200);
  return response.body;
}

/** Where a reason is told, and figures of what is closed with evidence. */
async function tell() {
  const days = 'from=2026-10-01&to=2026-10-31';
  const places = {
    history: `/compliance/data/${other()}/status-history`,
    closed: '/evidence/closed',
    register: `/exports/compliance?format=csv&${days}`,
    statuses: `/exports/statuses?format=csv&${days}`,
    report: '/companies/report?month=2026-10',
  };
  const told: string[] = [];
  for (const [name, path] of Object.entries(places)) if ((await answerOf(path)).includes(REASON)) told.push(name);
  const closed = listClosed.answers[200].parse(JSON.parse(await answerOf('/evidence/closed')));
  const companies: { _id: string; closedWithEvidence: object }[] = JSON.parse(await answerOf('/companies')).data;
  const report = JSON.parse(await answerOf(places.report)).data;
  return {
    told,
    register: (await answerOf(places.register)).includes('challan.pdf'),
    figures: [
      closed.closedWithEvidence,
      companies.find(({ _id }) => _id === company)?.closedWithEvidence,
      report.closedWithEvidence,
    ],
  };
}

const ALL = ['history', 'closed', 'register', 'statuses'];

test('is closed with evidence everywhere, and its reason is told nowhere until the file is removed', async () => {
  await world.server.owner.query(
    `update compliance_items set due_date = '2026-01-15', frequency = 'monthly' where id = $1`,
    [other()],
  );
  await record(team.member, { forDate: FOR, noEvidenceReason: REASON }, other());
  const without = { told: ALL, register: false, figures: Array(3).fill({ done: 0, of: 1 }) };
  expect(await tell()).toEqual(without);
  const { rows } = await world.server.owner.query('select id from status_records where workspace_id = $1', [
    team.owner.workspaceId,
  ]);
  const file = await addFile(team.member, { recordId: rows[0].id });
  const withFile = { told: [], register: true, figures: Array(3).fill({ done: 1, of: 1 }) };
  expect(await tell()).toEqual(withFile);
  expect((await removeFile(team.manager, file._id, 'The wrong month')).statusCode).toBe(200);
  expect(await tell()).toEqual(without);
  // A record that comes later and stands on the file as well wins as the first one did.
  const again = await addFile(team.member);
  expect(
    (await send(team.member, { evidence: [again._id], forDate: FOR, noEvidenceReason: REASON }, other())).statusCode,
  ).toBe(200);
  expect((await tell()).figures).toEqual(withFile.figures);
});

test('is so to its checker, while it waits and once it was approved', async () => {
  const waiting = await recordWaiting(team.member, { noEvidenceReason: REASON });
  const queue = async () => answerOfChecker('/checks');
  const history = () => answerOfChecker(`/compliance/data/${world.items.one}/status-history`);
  expect(await queue()).toContain(REASON);
  const file = await addFile(team.member, { recordId: waiting });
  expect(await queue()).not.toContain(REASON);
  expect((await approve(team.checker, waiting)).statusCode).toBe(200);
  expect(await history()).not.toContain(REASON);
  expect((await removeFile(team.manager, file._id)).statusCode).toBe(200);
  expect(await queue()).toContain(REASON);
});

async function answerOfChecker(path: string): Promise<string> {
  const response = await call(team.checker, 'GET', path);
  expect(response.statusCode, response.body).toBe(200);
  return response.body;
}
