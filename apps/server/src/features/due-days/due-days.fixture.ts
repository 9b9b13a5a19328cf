import { randomUUIDv7 } from 'node:crypto';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { Selectable } from 'kysely';
import { expect } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import type { Person } from '../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';
import type { ComplianceItems } from '../../platform/postgres/database-schema.ts';

type Caller = Pick<Person, 'token'>;

/** The midnight by which the contract names a day. */
export const at = (day: string) => `${day}T00:00:00.000Z`;

/** A world in which days are moved. */
export class DueDays {
  readonly world: TrackedWorld;
  readonly #actId: string;

  private constructor(world: TrackedWorld, actId: string) {
    this.world = world;
    this.#actId = actId;
  }

  static async start(): Promise<DueDays> {
    const world = await startTrackedWorld();
    return new DueDays(world, await addAct(world.server.services));
  }

  /** Adds an item that falls due on the 7th of each month since April, unless said otherwise. */
  async addItem(item: Partial<Selectable<ComplianceItems>> = {}, exceptions: object[] = []): Promise<string> {
    const { services } = this.world.server;
    const columns = { due_date: '2026-04-07', ...item, exceptions: JSON.stringify(exceptions) };
    return addItem(services, { ...columns, conditions: undefined, below_limit: undefined, act_id: this.#actId });
  }

  /** Makes a call below `/api`. */
  send({ token }: Caller, method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) {
    return this.world.server.call({ method, url: `/api/${path}`, token, ...(payload && { payload }) });
  }

  /** The data of a call that succeeds. */
  async sendWell(person: Caller, method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) {
    const response = await this.send(person, method, path, payload);
    expect([response.statusCode, response.body]).toEqual([expect.toBeOneOf([200, 201]), expect.any(String)]);
    return response.json().data;
  }

  /** An item as somebody's list has it. */
  async read(person: Caller, itemId: string): Promise<ComplianceItem> {
    const items: ComplianceItem[] = await this.sendWell(person, 'GET', 'compliance/data');
    const item = items.find(({ _id }) => _id === itemId);
    if (!item) throw new Error('The item is not listed');
    return item;
  }

  /** The days of an item's moved occurrences as `nominal legal company`. */
  async moved(person: Caller, itemId: string): Promise<string[]> {
    const { movedDays } = await this.read(person, itemId);
    return movedDays.map(({ day, legal, company }) =>
      [day, legal, company].map((one) => one?.slice(0, 10) ?? '-').join(' '),
    );
  }

  record(person: Person, itemId: string, forDate: string, status = 'done') {
    const { userId } = person;
    return this.sendWell(person, 'PATCH', `compliance/data/${itemId}/status`, { userId, status, forDate });
  }

  /** The kinds of the company's activity, oldest first. */
  async activityOf({ workspaceId }: Pick<Person, 'workspaceId'>): Promise<string[]> {
    const { rows } = await this.world.server.owner.query<{ what: string }>(
      'select what from activity where workspace_id = $1 order by id',
      [workspaceId],
    );
    return rows.map(({ what }) => what);
  }

  static unknownId(): string {
    return randomUUIDv7();
  }
}
