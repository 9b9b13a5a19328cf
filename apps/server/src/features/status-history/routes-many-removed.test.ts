import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';

let world: TrackedWorld;
let owner: Person;
let member: Person;

beforeAll(async () => {
  world = await startTrackedWorld();
});

beforeEach(async () => {
  const { services } = world.server;
  owner = await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  member = await addPerson(services);
  await join(services, member, owner, { role: 'member' });
});

afterAll(() => world.server.close());

async function send(path: string, payload: object): Promise<{ outcome: string; message: string; recordId: string }[]> {
  const headers = { 'x-company': await companyOf(world.server.services, owner) };
  const url = `/api${path}`;
  const response = await world.server.call({ method: 'POST', url, token: member.token, headers, payload });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

const FIRST = Temporal.PlainDate.from('2026-06-01');
const ENTRIES = Array.from({ length: 60 }, (_, days) => ({
  forDate: `${FIRST.add({ days })}`,
  status: 'done',
}));

const recordAll = () =>
  send('/compliance/data/status/bulk', { entries: ENTRIES.map((entry) => ({ ...entry, id: world.items.one })) });

const WAYS = [
  [
    'removed',
    'delete from memberships where workspace_id = $1 and user_id = $2',
    'You are not a member of this company',
  ],
  [
    'made a viewer',
    "update memberships set role = 'viewer' where workspace_id = $1 and user_id = $2",
    'Viewers can only read',
  ],
  ['signed out', 'delete from sessions where user_id = $2 and $1::uuid is not null', 'Please sign in to continue'],
] as const;

/** Does something to the member as soon as the condition, of the company's workspace, holds. */
async function onceThat(condition: string, change: string): Promise<void> {
  const holds = async () => {
    const { rows } = await world.server.owner.query(`select ${condition} as holds`, [owner.workspaceId]);
    expect(rows[0].holds).toBe(true);
  };
  await vi.waitFor(holds, { interval: 5, timeout: 10_000 });
  await world.server.owner.query(change, [owner.workspaceId, member.userId]);
}

describe('who may write no more while a call of many is under way', () => {
  test.each(WAYS)('%s: records nothing more', async (_, change, message) => {
    const begun = 'exists (select from status_records where workspace_id = $1)';
    const [outcomes] = await Promise.all([recordAll(), onceThat(begun, change)]);
    expect(outcomes[0]?.outcome).toBe('recorded');
    expect(outcomes.filter(({ outcome }) => outcome === 'recorded').length % 10).toBe(0);
    expect(outcomes.at(-1)).toMatchObject({ outcome: 'refused', message });
  });

  test.each(WAYS)('%s: takes nothing more back', async (_, change, message) => {
    const ids = (await recordAll()).map(({ recordId }) => recordId);
    const begun = 'exists (select from status_records where workspace_id = $1 and counterpart is not null)';
    const [outcomes] = await Promise.all([send('/status-records/take-back/bulk', { ids }), onceThat(begun, change)]);
    expect(outcomes[0]?.outcome).toBe('taken-back');
    expect(outcomes.filter(({ outcome }) => outcome === 'taken-back').length % 10).toBe(0);
    expect(outcomes.at(-1)).toMatchObject({ outcome: 'refused', message });
  });
});
