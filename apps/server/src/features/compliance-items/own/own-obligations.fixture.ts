import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { expect } from 'vitest';
import { addField } from '../../../../test/catalogue.ts';
import type { Person } from '../../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../../test/tracked.ts';

/** The form of an own obligation under an act of the company's own. */
export const FIRE = {
  actName: 'Fire safety',
  title: 'Service the extinguishers',
  dueDate: { date: '2026-12-01', frequency: 'yearly', description: 'Before the fire drill', reminderDays: [14] },
};

type Caller = Pick<Person, 'token'>;

/** A world in which people keep obligations of their own, with a free and a premium field. */
export class OwnObligations {
  readonly world: TrackedWorld;
  readonly form: string;
  readonly secret: string;

  constructor(world: TrackedWorld, fields: { form: string; secret: string }) {
    this.world = world;
    this.form = fields.form;
    this.secret = fields.secret;
  }

  static async start(): Promise<OwnObligations> {
    const world = await startTrackedWorld();
    const form = await addField(world.server.services, { name: 'Form', position: 1 });
    const secret = await addField(world.server.services, { name: 'Penalty', position: 2, access_level: 'premium' });
    return new OwnObligations(world, { form, secret });
  }

  /** Makes a call below `/compliance`. */
  send({ token }: Caller, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) {
    const url = `/api/compliance/${path}`;
    return this.world.server.call({ method, url, token, ...(payload && { payload }) });
  }

  add(person: Caller, body: object = FIRE) {
    return this.send(person, 'POST', 'own', body);
  }

  async addWell(person: Caller, body: object = FIRE): Promise<ComplianceItem> {
    const response = await this.add(person, body);
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
    return response.json().data;
  }

  /** Records that an item was done on the first of December. */
  markDone(person: Person, itemId: string) {
    const body = { userId: person.userId, status: 'done', forDate: '2026-12-01' };
    return this.send(person, 'PATCH', `data/${itemId}/status`, body);
  }

  async list({ token }: Caller): Promise<ComplianceItem[]> {
    return (await this.world.server.call({ url: '/api/compliance/data', token })).json().data;
  }

  async listActs({ token }: Caller): Promise<{ _id: string; name: string; own?: true }[]> {
    return (await this.world.server.call({ url: '/api/acts', token })).json().data;
  }

  /** Deletes all that companies have of their own. */
  async clear(): Promise<void> {
    await this.world.server.owner.query('delete from compliance_items where workspace_id is not null');
    await this.world.server.owner.query('delete from acts where workspace_id is not null');
  }
}
