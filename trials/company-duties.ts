import { expect } from 'vitest';
import { z } from 'zod';
import type { TestApp } from '../apps/server/test/harness.ts';
import type { Person } from '../apps/server/test/people.ts';
import type { Step } from './company-steps.ts';

const UNKNOWN = '0199f000-0000-7000-8000-000000000000';

/** What has happened in a company at the beginning. */
const HAPPENED = { state: 'Kerala', label: 'A-0', happenedAt: '2026-11-02' };
export const EVENTS = ['joins', 'posh-complaint'].map((kind) => ({ ...HAPPENED, kind }));

/** What people do with events of a company, in a sequence of company-steps.ts. */
export type DutyDeed = Extract<
  Step['does'],
  'something happens' | 'complain' | 'record a duty' | 'take a duty back' | 'close an event'
>;

/** The company of a sequence, as its people's calls reach it. */
interface Reached {
  readonly owner: TestApp['owner'];
  readonly workspaceId: string;
  readonly ask: (by: Person, method: 'POST' | 'PATCH', path: string, form?: object) => ReturnType<TestApp['call']>;
  /** The authors of records that were acknowledged, by the records' ids. */
  readonly recorded: Map<string, string>;
}

/** Takes a step about events; `which` chooses among what is there. */
export async function takeDutyStep(
  { owner, workspaceId, ask, recorded }: Reached,
  { does, which }: { does: DutyDeed; which: number },
  [actor, other]: readonly [Person, Person],
): Promise<void> {
  const find = async (what: string): Promise<{ path: string; id: string }> => {
    const { rows } = await owner.query<{ path: string; id: string }>(what, [workspaceId]);
    return rows[which % Math.max(rows.length, 1)] ?? { path: `/events/${UNKNOWN}/duties/${UNKNOWN}`, id: UNKNOWN };
  };
  const form = { ...HAPPENED, label: `A-${which}` };
  switch (does) {
    case 'something happens':
      return void (await ask(actor, 'POST', '/events', { ...form, kind: 'joins' }));
    case 'complain': {
      const named = which % 2 ? [other.userId] : [];
      return void (await ask(actor, 'POST', '/events', { ...form, kind: 'posh-complaint', named }));
    }
    case 'record a duty': {
      const { path } = await find(DUTIES);
      const status = ['done', 'not-to-do', 'on-hold'][which % 3];
      const filedOn = which % 3 === 0 ? { filedOn: '2026-11-10' } : {};
      const known = new Set(recorded.keys());
      const response = await ask(actor, 'PATCH', `${path}/status`, { status, note: 'Recorded', ...filedOn });
      if (response.statusCode !== 200) return;
      const { statusHistory, waiting } = Duty.parse(response.json().data);
      for (const { _id, updatedBy } of [...statusHistory, ...(waiting ? [waiting] : [])]) {
        if (!known.has(_id) && updatedBy === actor.userId) recorded.set(_id, actor.userId);
      }
      return;
    }
    case 'take a duty back': {
      const { path, id } = await find(RECORDS);
      return void (await ask(actor, 'POST', `${path}/records/${id}/take-back`));
    }
    case 'close an event': {
      const { id } = await find('select id, null as path from events where workspace_id = $1 order by id');
      return void (await ask(actor, 'PATCH', `/events/${id}`, { closed: which > 2 }));
    }
  }
}

/** Nobody reads a complaint through a role. */
export async function checkComplaints(
  { owner, workspaceId }: Pick<Reached, 'owner' | 'workspaceId'>,
  by: Person,
  agenda: string,
): Promise<void> {
  const { rows } = await owner.query<{ id: string; named: boolean }>(
    `select duty.id, $2 = recorded_by or $2 = any(named) as named
     from events event join event_duties duty on (duty.workspace_id, duty.event_id) = (event.workspace_id, event.id)
     where event.workspace_id = $1 and visibility = 'named'`,
    [workspaceId, by.userId],
  );
  const strange = rows.filter(({ id, named }) => !named && agenda.includes(id));
  expect(strange, 'complaints of others in the agenda').toEqual([]);
}

const PATH = `'/events/' || duty.event_id || '/duties/' || duty.id as path`;

const DUTIES = `
  select duty.id, ${PATH} from event_duties duty where workspace_id = $1 and standing = 'open' order by event_id, position
  limit 6`;

const RECORDS = `
  select said.id, ${PATH} from event_duties duty join (
    select workspace_id, id, duty_id from event_duty_records union
    select workspace_id, id, duty_id from checks where duty_id is not null) said
    on (said.workspace_id, said.duty_id) = (duty.workspace_id, duty.id)
  where duty.workspace_id = $1 order by said.id desc`;

/** What was recorded of duties in all companies, or waits. */
export const COUNT_OF_DUTIES = `
  select count(*)::int from (
    select id from event_duty_records union select id from checks where duty_id is not null) said`;

const Said = z.object({ _id: z.string(), updatedBy: z.string() });
const Duty = z.object({ statusHistory: z.array(Said), waiting: Said.nullable() });
