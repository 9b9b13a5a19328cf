import type { Registration } from '@anupalan/contract/company/registrations';
import { expect } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { findListed, startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';

/** The form of a registration that expires. */
export const FACTORY = {
  kind: 'factory',
  number: 'mys / 1234',
  state: 'Karnataka',
  authority: 'Department of Factories',
  from: '2024-01-01',
  until: '2027-01-31',
  ceiling: 150,
};

type Caller = Pick<Person, 'token'>;

/** A world in which people keep registrations. */
export class RegistrationCalls {
  readonly world: TrackedWorld;

  constructor(world: TrackedWorld) {
    this.world = world;
  }

  static async start(): Promise<RegistrationCalls> {
    return new RegistrationCalls(await startTrackedWorld());
  }

  send({ token }: Caller, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) {
    return this.world.server.call({ method, url: `/api/registrations${path}`, token, ...(payload && { payload }) });
  }

  async addWell(person: Caller, changes: object = {}): Promise<Registration> {
    const response = await this.send(person, 'POST', '', { ...FACTORY, ...changes });
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
    return response.json().data;
  }

  async changeWell(person: Caller, { _id }: Registration, changes: object): Promise<Registration> {
    const response = await this.send(person, 'PATCH', `/${_id}`, changes);
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    return response.json().data;
  }

  async list(person: Caller): Promise<Registration[]> {
    return (await this.send(person, 'GET')).json().data;
  }

  /** The obligation to renew a registration, as the person's list has it. */
  async renewalOf(person: Person, { renewalId }: Registration) {
    return renewalId ? findListed(this.world, person, renewalId) : undefined;
  }

  /** Records that an item was done on the day on which the renewal of {@link FACTORY} falls due. */
  markDone({ userId, token }: Person, itemId: string | null) {
    const payload = { userId, status: 'done', forDate: '2026-12-02' };
    return this.world.server.call({ method: 'PATCH', url: `/api/compliance/data/${itemId}/status`, token, payload });
  }

  /** Deletes all registrations with their renewals. */
  async clear(): Promise<void> {
    await this.world.server.owner.query('delete from registrations');
    await this.world.server.owner.query('delete from acts where workspace_id is not null');
  }
}
