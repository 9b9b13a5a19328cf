import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, type Person } from '../../../test/people.ts';
import { HOST, PUBLIC } from '../../platform/outbound/internet.fixture.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { deliverPushes } from './commands-deliver.ts';
import { queueWithPushes } from './commands-queue.ts';
import { DeviceWorld } from './device-world.fixture.ts';
import type { PushKind } from './push-kinds.ts';
import { readSignature } from './push-service.fixture.ts';

let phones: DeviceWorld;

beforeAll(async () => {
  phones = await DeviceWorld.start();
});

beforeEach(() => phones.clear());

afterAll(() => phones.close());

describe('pushes', () => {
  let counted: number;

  /** Counts as a test says. */
  const kind: PushKind = {
    kind: 'digest',
    count: async (messages) => new Map(messages.map(({ id }) => [id, counted])),
  };

  beforeEach(() => {
    counted = 3;
  });

  /** Makes the mail of a day with its push. @returns how many messages that are */
  function queue({ userId }: Person, day = '2026-11-23'): Promise<number> {
    const { database, now } = phones.world.server.services;
    return database.db.transaction().execute((trx) =>
      queueWithPushes(trx, [
        {
          ...{ userId, workspaceId: null, channel: 'mail', kind: 'digest', about: {} },
          ...{ key: `digest:${userId}:${day}`, sendAfter: now() },
        },
      ]),
    );
  }

  const deliver = () => deliverPushes(phones.world.server.services, [kind]);

  async function outcome() {
    const { rows } = await phones.world.server.owner.query(
      `select state, error, tries, subject from messages where channel = 'push'`,
    );
    return rows;
  }

  test('go with the mail of a day to who has a device, once, encrypted for it and signed', async () => {
    const { premium, free } = phones.world.people;
    const { browser } = await phones.addWell(premium);
    expect([await queue(free), await queue(premium), await queue(premium)]).toEqual([1, 2, 0]);
    await deliver();
    await deliver();
    expect(phones.internet.got).toHaveLength(1);
    const [got] = phones.internet.got;
    if (!got) throw new Error('nothing came');
    expect(browser.read(got)).toEqual({
      title: '3 obligations need attention',
      body: 'Open Anupalan to see what is due.',
      tag: expect.any(String),
      path: '/dashboard',
    });
    expect(() => phones.openBrowser().read(got)).toThrow();
    expect(got.headers).toMatchObject({
      ttl: '43200',
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      // RFC 8030 lets a topic have 32 characters.
      topic: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { publicKey } = await phones.list(premium);
    expect(readSignature(got, publicKey)).toEqual({
      aud: `https://${HOST}`,
      exp: expect.any(Number),
      sub: expect.stringMatching(/^mailto:/),
    });
    expect((await phones.list(premium)).data[0].usedAt).toEqual(expect.any(String));
    expect(await outcome()).toMatchObject([{ state: 'sent', subject: '3 obligations need attention' }]);
    const sent = await phones.world.server.call({ url: '/api/sent', token: premium.token });
    expect(sent.json().data).toContainEqual(
      expect.objectContaining({ channel: 'push', outcome: 'sent', to: '1 device' }),
    );
  });

  test('one is one', async () => {
    counted = 1;
    const { browser } = await phones.addWell(phones.world.people.premium);
    await queue(phones.world.people.premium);
    await deliver();
    expect(phones.internet.got.map((got) => browser.read(got))).toMatchObject([
      { title: '1 obligation needs attention' },
    ]);
  });

  test.each([404, 410])('a device that its push service answers %i for is removed', async (status) => {
    const { premium } = phones.world.people;
    const { browser: gone } = await phones.addWell(premium);
    const { device } = await phones.addWell(premium);
    phones.internet.answer((request, response) => {
      response.writeHead(gone.endpoint.endsWith(request.url ?? '') ? status : 201).end();
    });
    await queue(premium);
    await deliver();
    expect((await phones.list(premium)).data.map(({ _id }: { _id: string }) => _id)).toEqual([device._id]);
    expect(await outcome()).toMatchObject([{ state: 'sent' }]);
  });

  test.each([429, 500, 503])('what is answered %i is tried again, and given up after eight times', async (status) => {
    const { premium } = phones.world.people;
    await phones.addWell(premium);
    phones.internet.answer((_request, response) => void response.writeHead(status).end());
    await queue(premium);
    for (let tries = 1; tries < 8; tries++) {
      await deliver();
      expect(await outcome()).toMatchObject([{ state: 'waiting', tries }]);
      await phones.world.server.owner.query(`update messages set send_after = '2026-11-21' where channel = 'push'`);
    }
    await deliver();
    expect(await outcome()).toMatchObject([{ state: 'failed' }]);
    expect(phones.internet.got).toHaveLength(8);
    expect((await phones.list(premium)).data).toHaveLength(1);
  });

  test('one that a device is to get later goes to that one alone, not before its push service asked for it', async () => {
    const { premium } = phones.world.people;
    const { browser: busy } = await phones.addWell(premium);
    await phones.addWell(premium);
    phones.internet.answer((request, response) => {
      const isBusy = busy.endpoint.endsWith(request.url ?? '');
      response.writeHead(isBusy ? 429 : 201, isBusy ? { 'retry-after': '3600' } : {}).end();
    });
    const { owner, services } = phones.world.server;
    await queue(premium);
    const began = services.now();
    for (let tries = 1; tries <= 8; tries++) {
      expect(await outcome()).toMatchObject([{ state: 'waiting', tries: tries - 1 }]);
      await owner.query(`update messages set send_after = '2026-11-21' where channel = 'push'`);
      await deliver();
      const { rows } = await owner.query(`select send_after from messages where channel = 'push'`);
      if (tries === 1) expect(rows[0].send_after - began.epochMilliseconds).toBeGreaterThanOrEqual(3_600_000);
    }
    expect(phones.internet.got).toHaveLength(9);
    expect(await outcome()).toMatchObject([{ state: 'sent', tries: 8 }]);
  });

  test('one that its push service refuses, as too large, is not tried again, and its device stays', async () => {
    const { premium } = phones.world.people;
    await phones.addWell(premium);
    phones.internet.answer((_request, response) => void response.writeHead(413).end());
    await queue(premium);
    await deliver();
    expect(await outcome()).toMatchObject([{ state: 'failed', tries: 1 }]);
    expect((await phones.list(premium)).data).toHaveLength(1);
  });

  test('a push service that leads inside by now gets nothing', async () => {
    const { premium } = phones.world.people;
    await phones.addWell(premium);
    await queue(premium);
    phones.internet.names.set(HOST, [['10.0.0.1']]);
    await deliver();
    phones.internet.names.set(HOST, [[PUBLIC]]);
    expect([phones.internet.got.length, await outcome()]).toEqual([0, [expect.objectContaining({ state: 'failed' })]]);
  });

  /** Queues a push for somebody whose push can't be sent, and for somebody whose can. @returns those two */
  async function queueTwo(): Promise<[Person, Person]> {
    const { services } = phones.world.server;
    const two: [Person, Person] = [await addPerson(services), await addPerson(services)];
    for (const person of two) {
      await phones.addWell(person);
      await queue(person);
    }
    return two;
  }

  async function outcomeOf({ userId }: Person) {
    const { rows } = await phones.world.server.owner.query(
      `select state, tries from messages where channel = 'push' and user_id = $1`,
      [userId],
    );
    return rows[0];
  }

  test('a device whose key is no good gets none, and keeps none from the others', async () => {
    const [bad, other] = await queueTwo();
    await phones.world.server.owner.query('update devices set p256dh = $1 where user_id = $2', [
      Buffer.alloc(65, 4),
      bad.userId,
    ]);
    await deliver();
    expect([await outcomeOf(bad), await outcomeOf(other)]).toMatchObject([{ state: 'failed' }, { state: 'sent' }]);
  });

  test.each(['count', 'send'])('a push that is impossible to %s counts its tries, and others go out', async (what) => {
    const [bad, other] = await queueTwo();
    const { services, owner } = phones.world.server;
    const { rows } = await owner.query('select endpoint from devices where user_id = $1', [bad.userId]);
    const failing: PushKind = {
      ...kind,
      count: async (messages, now) => {
        if (messages.some(({ userId }) => userId === bad.userId)) throw new Error('not countable');
        return kind.count(messages, now);
      },
    };
    const outbound: Outbound = {
      isAllowed: (address) => services.outbound.isAllowed(address),
      post: (call) => {
        if (call.address === rows[0]?.endpoint) throw new Error('not sendable');
        return services.outbound.post(call);
      },
    };
    const fail = () =>
      what === 'count' ? deliverPushes(services, [failing]) : deliverPushes({ ...services, outbound }, [kind]);
    for (let tries = 1; tries < 8; tries++) {
      await fail();
      expect(await outcomeOf(bad)).toEqual({ state: 'waiting', tries });
      await owner.query(`update messages set send_after = '2026-11-21' where channel = 'push'`);
    }
    await fail();
    expect(await outcomeOf(bad)).toEqual({ state: 'failed', tries: 8 });
    expect(await outcomeOf(other)).toEqual({ state: 'sent', tries: 1 });
  });

  test('what became of a batch is noted by as many statements as for one', async () => {
    const { services } = phones.world.server;
    const { database } = services;
    const written = async (days: readonly string[]) => {
      for (const day of days) await queue(phones.world.people.premium, day);
      const statements: string[] = [];
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await deliverPushes({ ...services, database: { ...database, db } }, [kind]);
      return statements.length;
    };
    await phones.addWell(phones.world.people.premium);
    const forOne = await written(['2026-11-23']);
    expect(await written(['2026-11-24', '2026-11-25', '2026-11-26'])).toBe(forOne);
    expect(phones.internet.got).toHaveLength(4);
  });

  test('a process that is about to end gives back what it did not begin, which is no try', async () => {
    const { services } = phones.world.server;
    await phones.addWell(phones.world.people.premium);
    for (const day of ['2026-11-23', '2026-11-24', '2026-11-25']) await queue(phones.world.people.premium, day);
    let asked = 0;
    expect(await deliverPushes(services, [kind], () => asked++ > 0)).toBe(false);
    expect((await outcome()).map(({ state, tries }) => `${state} ${tries}`).toSorted()).toEqual([
      'sent 1',
      'waiting 0',
      'waiting 0',
    ]);
    await deliver();
    expect(phones.internet.got).toHaveLength(3);
  });

  test('there is none when nothing is left, no device, or its person doesn’t want it any more', async () => {
    const { services, owner } = phones.world.server;
    const people = await Promise.all([1, 2, 3].map(() => addPerson(services)));
    const [none, unwanted, suspended] = people;
    for (const person of people) {
      await phones.addWell(person);
      await queue(person);
    }
    await owner.query('delete from devices where user_id = $1', [none?.userId]);
    await owner.query('insert into message_preferences (user_id, digest) values ($1, false)', [unwanted?.userId]);
    await owner.query(`update users set status = 'suspended' where id = $1`, [suspended?.userId]);
    await deliver();
    const idle = await addPerson(services);
    await phones.addWell(idle);
    await queue(idle);
    counted = 0;
    await deliver();
    expect(phones.internet.got).toEqual([]);
    expect((await outcome()).map(({ error }) => error).toSorted()).toEqual([
      'inactive',
      'no-device',
      'nothing-left',
      'switched-off',
    ]);
  });
});
