import type { StatusEntry } from '@anupalan/contract/status-history';
import { expect } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { call, team, world } from './checks/team.fixture.ts';

/** Numbers of the registrations of a company, by a short name. */
const NUMBERS = { a: '31001234560000999', b: '53001234560000999', c: '52001234560000999' };

export type Name = keyof typeof NUMBERS;

/** Files the first item of the world under ESI codes. */
export async function fileUnderEsi(): Promise<void> {
  await world.server.owner.query(`update compliance_items set registration = 'esi' where id = $1`, [world.items.one]);
}

/** Records an ESI code of the team's company. @returns its id */
export async function addCode(name: Name, parts: object = {}): Promise<string> {
  const response = await call(team.owner, 'POST', '/registrations', { kind: 'esi', number: NUMBERS[name], ...parts });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json().data._id;
}

/** Codes of the team's company, by their names. */
export async function addCodes<N extends Name>(...names: N[]): Promise<Record<N, string>> {
  const ids: [string, string][] = [];
  for (const name of names) ids.push([name, await addCode(name)]);
  return Object.fromEntries(ids) as Record<N, string>;
}

/** An entry as far as its lines go: its status, and those of its lines by the order of their numbers. */
export function summarize(entry: StatusEntry | undefined) {
  return [
    entry?.current,
    entry?.lines?.map(({ status, waiting, returned }) => (waiting ? 'waits' : returned ? 'returned' : status)) ?? null,
  ];
}

/** The day's entry as it is stored. */
export async function readStored({ workspaceId }: Person) {
  const { rows } = await world.server.owner.query(
    `select current_status, settled_at, (select max(created_at) from status_records r
        where (r.workspace_id, r.day) = (e.workspace_id, e.day) and r.status <> 'NOTE') as newest
     from status_entries e where workspace_id = $1`,
    [workspaceId],
  );
  return rows[0];
}
