import { beforeAll, expect, test } from 'vitest';
import { addPerson, join, type Person } from '../../../test/people.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import {
  addOwnerThere,
  beginWithTwo,
  catalogues,
  file,
  from,
  rich,
  takeIn,
  to,
  workspaceOf,
} from './company-file-calls.fixture.ts';

beginWithTwo();

let owner: Person;
let company: string;
let workspaceId: WorkspaceId;

beforeAll(async () => {
  owner = await addOwnerThere();
  company = (await takeIn(owner, file)).companyId ?? '';
  const { rows: found } = await to.owner.query('select workspace_id from companies where id = $1', [company]);
  workspaceId = found[0].workspace_id;
  expect(workspaceId).toBe(await workspaceOf(company));
  const { rows } = await from.owner.query('select checker_id as id from assignments where checker_id is not null');
  for (const [id, last] of [
    [rich.member.userId, 'Member'],
    [rows[0].id, 'Checker'],
  ]) {
    await to.owner.query(
      `update imported_people set first_name = 'A', last_name = $1 where workspace_id = $2 and email = $3`,
      [last, workspaceId, `${id}@example.in`],
    );
  }
  // Somebody who only recorded a complaint at which the owner is named.
  await to.owner.query(
    `with person as (
       insert into imported_people (workspace_id, id, first_name, last_name)
       values ($1, uuidv7(), 'A', 'Complainant') returning id)
     insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at)
     select $1, uuidv7(), duty_id, 'pending', '', person.id, now() from event_duty_records, person
     where workspace_id = $1 and note = 'Told about Complaint of mine'`,
    [workspaceId],
  );
});

/** The names that somebody is told, and of how many records. */
async function toldTo({ token }: Person, item?: string) {
  const url = `/api/imports/company/people${item === undefined ? '' : `?item=${item}`}`;
  const answer = await to.call({ url, token, headers: { 'x-company': company } });
  expect(answer.statusCode, answer.body).toBe(200);
  const { people, records } = answer.json().data;
  return [...people.map(({ name }: { name: string }) => name), records.length];
}

async function addColleague(joining: Parameters<typeof join>[3]): Promise<Person> {
  const person = await addPerson(to.services);
  await join(to.services, person, { workspaceId }, joining);
  return person;
}

test('the owner is told who recorded and checked an obligation, and duties', async () => {
  const { ecr, esi } = catalogues.to;
  expect(await toldTo(owner, ecr)).toEqual(['A Checker', 'A Member', 1]);
  expect(await toldTo(owner, esi)).toEqual([0]);
  expect(await toldTo(owner)).toEqual(['A Complainant', 'A Member', 0]);
});

test('who is known from a complaint alone is told to nobody who isn’t named at it', async () => {
  expect(await toldTo(await addColleague({ role: 'manager' }))).toEqual(['A Member', 0]);
});

test('a viewer is told of their days and acts alone', async () => {
  const { ecr, act } = catalogues.to;
  const viewer = (joining: object) => addColleague({ role: 'viewer', ...joining });
  const whole = await viewer({ acts: [act], from_day: '2026-09-01' });
  expect([await toldTo(whole, ecr), await toldTo(whole)]).toEqual([
    ['A Checker', 'A Member', 1],
    ['A Member', 0],
  ]);
  const later = await viewer({ from_day: '2026-10-20' });
  expect([await toldTo(later, ecr), await toldTo(later)]).toEqual([[0], [0]]);
});

test('on the free plan the newest is told, which a note is not', async () => {
  await to.owner.query(`update users set role = 'user' where id = $1`, [owner.userId]);
  expect(await toldTo(owner, catalogues.to.ecr)).toEqual(['A Checker', 0]);
  await to.owner.query(`update users set role = 'premium' where id = $1`, [owner.userId]);
});
