import { listClosed } from '@anupalan/contract/proof/evidence';
import { expect, test } from 'vitest';
import { beginWithTeam, call, company, record, send, team, world } from '../status-history/checks/team.fixture.ts';
import { addFile, removeFile } from './evidence-calls.fixture.ts';

beginWithTeam();

const other = () => world.items.other;

async function readClosed(query = '') {
  const response = await call(team.owner, 'GET', `/evidence/closed${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return listClosed.answers[200].parse(response.json());
}

async function shareInCompanies() {
  const { data } = (await call(team.owner, 'GET', '/companies')).json();
  return data.find(({ _id }: { _id: string }) => _id === company).closedWithEvidence;
}

test('the share closed with evidence is that of the rows behind it, here, in the list of companies and in the report', async () => {
  const [newest, before] = ['2026-10-15', '2026-09-15'];
  await world.server.owner.query(
    `update compliance_items set due_date = '2026-01-15', frequency = 'monthly' where id = $1`,
    [other()],
  );
  expect(await shareInCompanies()).toEqual({ done: 0, of: 0 });
  const file = await addFile(team.member);
  await send(team.member, { evidence: [file._id], forDate: newest }, other());
  await record(team.member, { forDate: before, noEvidenceReason: 'Lost in the flood' }, other());
  const { data, closedWithEvidence, pagination } = await readClosed();
  expect([closedWithEvidence, await shareInCompanies(), pagination.total]).toEqual([
    { done: 1, of: 2 },
    { done: 1, of: 2 },
    2,
  ]);
  expect(data).toMatchObject([
    { itemId: other(), day: `${newest}T00:00:00.000Z`, files: 1, noEvidenceReason: null },
    { itemId: other(), day: `${before}T00:00:00.000Z`, files: 0, noEvidenceReason: 'Lost in the flood' },
  ]);
  expect((await readClosed('?evidence=without')).data.map(({ files }) => files)).toEqual([0]);
  expect((await readClosed('?evidence=with&limit=1')).data.map(({ files }) => files)).toEqual([1]);
  const report = (await call(team.owner, 'GET', `/companies/report?month=${newest.slice(0, 7)}`)).json().data;
  expect(report.closedWithEvidence).toEqual({ done: 1, of: 1 });
  // What counts no more is in neither, and a file that was removed is none.
  expect((await removeFile(team.manager, file._id)).statusCode).toBe(200);
  expect([await shareInCompanies(), (await readClosed()).closedWithEvidence]).toEqual([
    { done: 0, of: 2 },
    { done: 0, of: 2 },
  ]);
  await record(team.member, { forDate: before, status: 'not-done' }, other());
  expect(await shareInCompanies()).toEqual({ done: 0, of: 1 });
});

test('what counts is the newest record of a day, and no file that was found infected', async () => {
  await world.server.owner.query(
    `update compliance_items set due_date = '2026-01-15', frequency = 'monthly' where id = $1`,
    [other()],
  );
  const forDate = '2026-10-15';
  const share = async () => [await shareInCompanies(), (await readClosed()).closedWithEvidence];
  const file = await addFile(team.member);
  await send(team.member, { evidence: [file._id], forDate }, other());
  const infect = 'update files set verdict = $2 where id = (select file_id from evidence where id = $1)';
  expect(await share()).toEqual(Array(2).fill({ done: 1, of: 1 }));
  await world.server.owner.query(infect, [file._id, 'infected']);
  expect(await share()).toEqual(Array(2).fill({ done: 0, of: 1 }));
  const clean = await addFile(team.member);
  await send(team.member, { evidence: [clean._id], forDate }, other());
  expect(await share()).toEqual(Array(2).fill({ done: 1, of: 1 }));
  await record(team.member, { forDate, status: 'not-done' }, other());
  await record(team.member, { forDate }, other());
  expect(await share()).toEqual(Array(2).fill({ done: 0, of: 1 }));
});
