import { expect } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';
import { HOST, openInternet, type TestInternet } from '../../platform/outbound/internet.fixture.ts';
import { TestBrowser } from './push-service.fixture.ts';

type Caller = Pick<Person, 'token'>;

/** A world with a push service, of which people switch notifications on in browsers. */
export class DeviceWorld {
  readonly world: TrackedWorld;
  readonly internet: TestInternet;
  #browsers = 0;

  constructor(world: TrackedWorld, internet: TestInternet) {
    this.world = world;
    this.internet = internet;
  }

  static async start(): Promise<DeviceWorld> {
    const internet = await openInternet();
    return new DeviceWorld(await startTrackedWorld({ outbound: internet.outbound }), internet);
  }

  async close(): Promise<void> {
    await this.world.server.close();
    await this.internet.close();
  }

  /** Deletes all devices and messages, and forgets what was sent. */
  async clear(): Promise<void> {
    await this.world.server.owner.query('delete from devices; delete from messages; delete from message_preferences');
    this.internet.got.length = 0;
    this.internet.answer((_request, response) => void response.writeHead(201).end());
  }

  openBrowser(): TestBrowser {
    this.#browsers += 1;
    return new TestBrowser(`https://${HOST}/push/${this.#browsers}`);
  }

  send({ token }: Caller, method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) {
    const headers = { 'user-agent': 'Firefox on a phone' };
    return this.world.server.call({ method, url: `/api/devices${path}`, token, headers, ...(payload && { payload }) });
  }

  async addWell(person: Caller, browser = this.openBrowser()) {
    const response = await this.send(person, 'POST', '', browser.subscription);
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
    return { browser, device: response.json().data };
  }

  async list(person: Caller) {
    return (await this.send(person, 'GET')).json();
  }
}
