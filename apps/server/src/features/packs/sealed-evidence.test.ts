import { Pack } from '@anupalan/contract/proof/packs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import type { Person } from '../../../test/people.ts';
import { ProofWorld } from '../activity/proof-world.fixture.ts';
import { dutyOf, JOINS } from '../events/event-world.fixture.ts';
import { makeFiles } from '../prepared-files/make-files.ts';
import { createPackMaker } from './pack-maker.ts';

/* The activity of a pack has the events of exactly the files in it, so that each is compared with what was sealed. */

let proof: ProofWorld;
let owner: Person;
let acts: [string, string];

beforeAll(async () => {
  proof = await ProofWorld.start();
  const { services, owner: database } = proof.world.server;
  owner = await proof.world.addOffice();
  const [pf, esi] = [await addAct(services), await addAct(services)];
  acts = [pf, esi];
  const since = { created_at: '2025-01-01', frequency: 'monthly' } as const;
  const ecr = await addItem(services, { act_id: pf, title: 'ECR', due_date: '2024-01-15', ...since });
  const challan = await addItem(services, { act_id: esi, title: 'Challan', due_date: '2024-01-25', ...since });
  const recordOf = async (item: string, forDate: string) => {
    await send('PATCH', `/compliance/data/${item}/status`, { userId: owner.userId, status: 'done', forDate });
    return newest('status_records');
  };
  const newest = async (table: string): Promise<string> => {
    const { rows } = await database.query(`select id from ${table} where workspace_id = $1 order by id desc limit 1`, [
      owner.workspaceId,
    ]);
    return rows[0].id;
  };
  for (const day of ['2026-09-15', '2026-07-15']) {
    const recordId = await recordOf(ecr, day);
    const former = await proof.addEvidence(owner, `former ${day}.pdf`, { recordId });
    await proof.addEvidence(owner, `ecr ${day}.pdf`, { replaces: former });
  }
  await proof.addEvidence(owner, 'challan.pdf', { recordId: await recordOf(challan, '2026-09-25') });
  // An occurrence of August that falls due in September.
  const moved = await recordOf(ecr, '2026-08-15');
  await proof.addEvidence(owner, 'moved.pdf', { recordId: moved });
  await database.query(
    `insert into extensions (id, compliance_item_id, day, new_day, authority, link, published_by)
     values (uuidv7(), $1, '2026-08-15', '2026-09-05', 'EPFO', 'https://example.in', uuidv7())`,
    [ecr],
  );
  for (const kind of ['payment', 'submission']) {
    const form = {
      userId: owner.userId,
      date: '2026-09-14',
      description: 'By hand',
      ...(kind === 'payment' && { amount: 9 }),
    };
    await send('POST', `/compliance/data/${ecr}/${kind}-dates`, form);
    const id = await newest(`${kind}_dates`);
    await proof.addEvidence(owner, `${kind}.pdf`, { [`${kind}DateId`]: id });
  }
  await send('POST', '/registrations', { kind: 'epf', number: 'KNBNG0012345000', state: 'Karnataka' });
  await proof.addEvidence(owner, 'registration.pdf', { registrationId: await newest('registrations') });
  const event = await proof.world.record(owner, { ...JOINS, happenedAt: '2026-08-20' });
  const duty = dutyOf(event, 'join-epf-return');
  await proof.addEvidence(owner, 'duty.pdf', { eventDutyId: duty._id });
  await proof.seal();
});

afterAll(() => proof.close());

async function send(method: 'POST' | 'PATCH', path: string, payload: object) {
  const response = await proof.world.call(owner, method, path, payload);
  expect(response.statusCode, `${path}: ${response.body}`).toBeLessThan(300);
  return response.json().data;
}

async function makePack(chosen: object): Promise<Buffer> {
  const { server } = proof.world;
  const { _id: id } = Pack.parse(await send('POST', '/packs', { from: '2026-09-01', to: '2026-09-30', ...chosen }));
  const makers = [createPackMaker(server.services)];
  await makeFiles(server.services, { makers, heldSeconds: 30, isStopping: () => false });
  const { address } = await send('POST', `/packs/${id}/address`, {});
  const zip = await server.call({ url: new URL(address).pathname });
  expect(zip.statusCode).toBe(200);
  return zip.rawPayload;
}

test.each<[string, () => object, number]>([
  ['of everything', () => ({}), 7],
  ['of one act', () => ({ acts: [acts[0]] }), 4],
  ['of the other', () => ({ acts: [acts[1]] }), 1],
])('a pack %s compares each of its files with its seal', async (_, chosen, files) => {
  const { code, said } = await proof.judge(await makePack(chosen()), 'pack.zip');
  expect(said).toContain(`Evidence,files ${files}, compared with their seals ${files}`);
  expect(said).not.toMatch(/of which no file is here|compared with no seal, as its event/);
  expect(code).toBe(0);
});
