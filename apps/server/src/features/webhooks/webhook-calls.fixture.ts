import type { Webhook, WebhookCall, WebhookWithSecret } from '@anupalan/contract/telling/webhooks';
import { expect } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';
import { HOST, openInternet, type TestInternet } from '../../platform/outbound/internet.fixture.ts';
import { callWebhook, claimWebhooks } from './commands-deliver.ts';
import { findHappenings } from './commands-find.ts';

export const ADDRESS = `https://${HOST}/anupalan`;

type Caller = Pick<Person, 'token'>;

/** A world with webhooks, of which a test does the worker's part. */
export class WebhookWorld {
  readonly world: TrackedWorld;
  readonly internet: TestInternet;

  constructor(world: TrackedWorld, internet: TestInternet) {
    this.world = world;
    this.internet = internet;
  }

  static async start(): Promise<WebhookWorld> {
    const internet = await openInternet();
    return new WebhookWorld(await startTrackedWorld({ outbound: internet.outbound }), internet);
  }

  async close(): Promise<void> {
    await this.world.server.close();
    await this.internet.close();
  }

  /** Deletes all webhooks and statuses, and forgets what was sent. */
  async clear(): Promise<void> {
    await this.sql('delete from webhooks');
    await this.sql('delete from status_entries');
    this.internet.got.length = 0;
    this.internet.answer((_request, response) => void response.writeHead(204).end());
    this.world.server.enqueued.length = 0;
  }

  async sql<T extends object>(statement: string, ...values: unknown[]): Promise<T[]> {
    return (await this.world.server.owner.query<T>(statement, values)).rows;
  }

  send({ token }: Caller, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) {
    return this.world.server.call({ method, url: `/api/webhooks${path}`, token, ...(payload && { payload }) });
  }

  async addWell(person: Caller, changes: object = {}): Promise<WebhookWithSecret> {
    const response = await this.send(person, 'POST', '', { address: ADDRESS, events: ['status.recorded'], ...changes });
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
    return response.json().data;
  }

  async list(person: Caller): Promise<Webhook[]> {
    return (await this.send(person, 'GET')).json().data;
  }

  async calls(person: Caller, { _id }: Pick<Webhook, '_id'>): Promise<WebhookCall[]> {
    return (await this.send(person, 'GET', `/${_id}/calls?limit=100`)).json().data;
  }

  /** Records a status of an item of the world. */
  async record({ userId, token }: Person, payload: object = {}, item = this.world.items.one): Promise<void> {
    const response = await this.world.server.call({
      method: 'PATCH',
      url: `/api/compliance/data/${item}/status`,
      token,
      payload: { userId, status: 'done', forDate: '2026-12-15', ...payload },
    });
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  }

  /** Finds what happened everywhere. @returns how many calls that makes */
  find(): Promise<number> {
    return findHappenings(this.world.server.services.database.db, 'all');
  }

  /** Makes the calls that are due, one after the other. @returns how many they were */
  async deliver(): Promise<number> {
    const { database, outbound, jobs, config } = this.world.server.services;
    const needs = { db: database.db, outbound, jobs, config };
    for (let made = 0; ; made++) {
      const [quick] = await claimWebhooks(database.db, 'quick', 1);
      const [webhook] = quick ? [quick] : await claimWebhooks(database.db, 'slow', 1);
      if (!webhook) return made;
      await callWebhook(needs, webhook);
    }
  }

  /** Lets the pauses of all that waits be over. */
  async passPauses(): Promise<void> {
    await this.sql(`update webhook_calls set due_at = now() where state = 'waiting'`);
    await this.sql('update webhooks set due_at = now() where due_at is not null');
  }
}
