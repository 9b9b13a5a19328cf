import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { beginSession } from '../src/identity/sessions.ts';
import { addAct, addItem } from './catalogue.ts';
import { startTestApp, type TestApp } from './harness.ts';
import { callWhileHeld } from './locks.ts';
import { addPerson, join, type Person } from './people.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
export const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';

/**
 * A world with people of every kind and some items that they see, in which tests of a workspace's own records begin.
 */
export interface TrackedWorld {
  readonly server: TestApp;
  readonly people: Readonly<Record<'free' | 'premium' | 'admin' | 'colleague', Person>>;
  /** The items; everyone sees them but `goa`, which only the administrator sees. */
  readonly items: Readonly<Record<'one' | 'other' | 'goa', string>>;
}

/** The colleague shares the premium user's workspace. */
export async function startTrackedWorld(options: Parameters<typeof startTestApp>[0] = {}): Promise<TrackedWorld> {
  const server = await startTestApp({ now: () => NOW, ...options });
  const { services } = server;
  const company = { employeeCount: 20, state: 'Kerala' } as const;
  const premium = await addPerson(services, { role: 'premium', company });
  const colleague = await addPerson(services, { role: 'premium' });
  await join(services, colleague, premium);
  const act_id = await addAct(services);
  return {
    server,
    people: {
      free: await addPerson(services, { company }),
      premium,
      admin: await addPerson(services, { role: 'admin' }),
      colleague: { ...colleague, workspaceId: premium.workspaceId },
    },
    items: {
      one: await addItem(services, { act_id }),
      other: await addItem(services, { act_id }),
      goa: await addItem(services, { act_id, state: 'Goa' }),
    },
  };
}

/** The token of the administrator's session in somebody's name. */
export function impersonate({ server, people }: TrackedWorld, person: Person): Promise<string> {
  const { db } = server.services.database;
  return beginSession(db, { userId: person.userId, device: 'test', impersonatorId: people.admin.userId });
}

/** An item as the person's whole list has it. */
export async function findListed({ server }: TrackedWorld, person: Person, id: string, query = '') {
  const response = await server.call({ url: `/api/compliance/data${query}`, token: person.token });
  return response.json().data.find((item: ComplianceItem) => item._id === id);
}

/** The authors and things of the audit log's entries, oldest first. */
export async function readActs({ server }: TrackedWorld) {
  const { rows } = await server.services.database.pool.query(
    'select action, actor_id, impersonator_id, subject_id, details from audit_log order by at',
  );
  return rows;
}

/** Empties tables; the audit log refuses, so its trigger is off meanwhile. */
export async function forget({ server }: TrackedWorld, table: string): Promise<void> {
  await server.owner.query(`
    alter table audit_log disable trigger user;
    truncate ${table}, audit_log cascade;
    alter table audit_log enable trigger user`);
}

/** Makes a call that finds an item which is deleted before it can write. @returns the answer */
export async function callWhileDeleting(
  { server }: TrackedWorld,
  item: string,
  call: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const deletion = ['delete from compliance_items where id = $1', item] as const;
  const [response] = await callWhileHeld(server, deletion, () => [call()]);
  if (!response) throw new Error('The call has no answer');
  return response;
}

export function expectFailure(response: LightMyRequestResponse, status: number, message: string): void {
  expect([response.statusCode, response.json().message]).toEqual([status, message]);
}
