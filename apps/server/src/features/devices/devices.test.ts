import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, type Person } from '../../../test/people.ts';
import { expectFailure, impersonate, startTrackedWorld, type TrackedWorld, UNKNOWN_ID } from '../../../test/tracked.ts';
import { HOST, openInternet, PUBLIC, type TestInternet } from '../../platform/outbound/internet.fixture.ts';
import { deliverPushes } from './commands-deliver.ts';
import { queueWithPushes } from './commands-queue.ts';
import type { PushKind } from './push-kinds.ts';
import { readSignature, TestBrowser } from './push-service.fixture.ts';

let world: TrackedWorld;
let internet: TestInternet;
let browsers = 0;

beforeAll(async () => {
  internet = await openInternet();
  world = await startTrackedWorld({ outbound: internet.outbound });
});

beforeEach(async () => {
  await world.server.owner.query('delete from devices; delete from messages; delete from message_preferences');
  internet.got.length = 0;
  internet.answer((_request, response) => void response.writeHead(201).end());
});

afterAll(async () => {
  await world.server.close();
  await internet.close();
});

function openBrowser(): TestBrowser {
  browsers += 1;
  return new TestBrowser(`https://${HOST}/push/${browsers}`);
}

function send({ token }: Pick<Person, 'token'>, method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) {
  const headers = { 'user-agent': 'Firefox on a phone' };
  return world.server.call({ method, url: `/api/devices${path}`, token, headers, ...(payload && { payload }) });
}

async function addWell(person: Person, browser = openBrowser()) {
  const response = await send(person, 'POST', '', browser.subscription);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return { browser, device: response.json().data };
}

async function list(person: Person) {
  return (await send(person, 'GET')).json();
}

describe('devices', () => {
  test('are listed with what they are, to their person alone, and removed', async () => {
    const { premium, free } = world.people;
    const { browser, device } = await addWell(premium);
    expect(device).toEqual({
      _id: expect.any(String),
      name: 'Firefox on a phone',
      createdAt: expect.any(String),
      usedAt: null,
    });
    expect((await list(premium)).data).toEqual([device]);
    expect((await list(free)).data).toEqual([]);
    // Switched on once more it is still one.
    expect((await addWell(premium, browser)).device._id).toBe(device._id);
    expectFailure(await send(free, 'DELETE', `/${device._id}`), 404, 'Device not found');
    expectFailure(await send(premium, 'DELETE', `/${UNKNOWN_ID}`), 404, 'Device not found');
    expect((await send(premium, 'DELETE', `/${device._id}`)).statusCode).toBe(200);
    expect((await list(premium)).data).toEqual([]);
  });

  test('a browser is the device of who switched it on last; nobody takes another’s by its address', async () => {
    const { premium, free } = world.people;
    const { browser } = await addWell(premium);
    const stranger = { ...openBrowser().subscription, endpoint: browser.endpoint };
    expectFailure(await send(free, 'POST', '', stranger), 409, 'This address belongs to another browser');
    await addWell(free, browser);
    expect([(await list(premium)).data.length, (await list(free)).data.length]).toEqual([0, 1]);
  });

  test('the key that browsers subscribe with stays the same', async () => {
    const [one, other] = await Promise.all([list(world.people.premium), list(world.people.free)]);
    expect(one.publicKey).toBe(other.publicKey);
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
  });

  test('at most ten, of those added at the same moment too', async () => {
    const { premium } = world.people;
    for (let added = 0; added < 9; added++) await addWell(premium);
    const answers = await Promise.all([1, 2, 3].map(() => send(premium, 'POST', '', openBrowser().subscription)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  });

  test.each([
    [{ endpoint: '' }],
    [{ endpoint: 'https://127.0.0.1/push' }],
    [{ endpoint: `http://${HOST}/push` }],
    [{ endpoint: `https://${HOST}:8443/push` }],
    [{ keys: {} }],
    [{ keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
  ])('a subscription that can’t be used is refused: %j', async (changes) => {
    const response = await send(world.people.premium, 'POST', '', { ...openBrowser().subscription, ...changes });
    expect(response.statusCode).toBe(400);
  });

  test('nobody switches them on in somebody’s name', async () => {
    const token = await impersonate(world, world.people.premium);
    expect((await send({ token }, 'POST', '', openBrowser().subscription)).statusCode).toBe(403);
    expect((await send({ token: '' }, 'GET')).statusCode).toBe(401);
  });
});

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
    const { database, now } = world.server.services;
    return database.db.transaction().execute((trx) =>
      queueWithPushes(trx, [
        {
          ...{ userId, workspaceId: null, channel: 'mail', kind: 'digest', about: {} },
          ...{ key: `digest:${userId}:${day}`, sendAfter: now() },
        },
      ]),
    );
  }

  const deliver = () => deliverPushes(world.server.services, [kind]);

  async function outcome() {
    const { rows } = await world.server.owner.query(
      `select state, error, tries, subject from messages where channel = 'push'`,
    );
    return rows;
  }

  test('go with the mail of a day to who has a device, once, encrypted for it and signed', async () => {
    const { premium, free } = world.people;
    const { browser } = await addWell(premium);
    expect([await queue(free), await queue(premium), await queue(premium)]).toEqual([1, 2, 0]);
    await deliver();
    await deliver();
    expect(internet.got).toHaveLength(1);
    const [got] = internet.got;
    if (!got) throw new Error('nothing came');
    expect(browser.read(got)).toEqual({
      title: '3 obligations need attention',
      body: 'Open Anupalan to see what is due.',
      tag: expect.any(String),
      path: '/dashboard',
    });
    expect(() => openBrowser().read(got)).toThrow();
    expect(got.headers).toMatchObject({ ttl: '43200', 'content-encoding': 'aes128gcm', urgency: 'normal' });
    const { publicKey } = await list(premium);
    expect(readSignature(got, publicKey)).toEqual({
      aud: `https://${HOST}`,
      exp: expect.any(Number),
      sub: expect.stringMatching(/^mailto:/),
    });
    expect((await list(premium)).data[0].usedAt).toEqual(expect.any(String));
    expect(await outcome()).toMatchObject([{ state: 'sent', subject: '3 obligations need attention' }]);
    const sent = await world.server.call({ url: '/api/sent', token: premium.token });
    expect(sent.json().data).toContainEqual(
      expect.objectContaining({ channel: 'push', outcome: 'sent', to: '1 device' }),
    );
  });

  test('one is one', async () => {
    counted = 1;
    const { browser } = await addWell(world.people.premium);
    await queue(world.people.premium);
    await deliver();
    expect(internet.got.map((got) => browser.read(got))).toMatchObject([{ title: '1 obligation needs attention' }]);
  });

  test.each([404, 410])('a device that its push service answers %i for is removed', async (status) => {
    const { premium } = world.people;
    const { browser: gone } = await addWell(premium);
    const { device } = await addWell(premium);
    internet.answer((request, response) => {
      response.writeHead(gone.endpoint.endsWith(request.url ?? '') ? status : 201).end();
    });
    await queue(premium);
    await deliver();
    expect((await list(premium)).data.map(({ _id }: { _id: string }) => _id)).toEqual([device._id]);
    expect(await outcome()).toMatchObject([{ state: 'sent' }]);
  });

  test.each([429, 500, 503])('what is answered %i is tried again, and given up after eight times', async (status) => {
    const { premium } = world.people;
    await addWell(premium);
    internet.answer((_request, response) => void response.writeHead(status).end());
    await queue(premium);
    for (let tries = 1; tries < 8; tries++) {
      await deliver();
      expect(await outcome()).toMatchObject([{ state: 'waiting', tries }]);
      await world.server.owner.query(`update messages set send_after = '2026-11-21' where channel = 'push'`);
    }
    await deliver();
    expect(await outcome()).toMatchObject([{ state: 'failed' }]);
    expect(internet.got).toHaveLength(8);
    expect((await list(premium)).data).toHaveLength(1);
  });

  test('a push service that leads inside by now gets nothing', async () => {
    const { premium } = world.people;
    await addWell(premium);
    await queue(premium);
    internet.names.set(HOST, [['10.0.0.1']]);
    await deliver();
    internet.names.set(HOST, [[PUBLIC]]);
    expect([internet.got.length, await outcome()]).toEqual([0, [expect.objectContaining({ state: 'failed' })]]);
  });

  test('there is none when nothing is left, no device, or its person doesn’t want it any more', async () => {
    const { services, owner } = world.server;
    const people = await Promise.all([1, 2, 3].map(() => addPerson(services)));
    const [none, unwanted, suspended] = people;
    for (const person of people) {
      await addWell(person);
      await queue(person);
    }
    await owner.query('delete from devices where user_id = $1', [none?.userId]);
    await owner.query('insert into message_preferences (user_id, digest) values ($1, false)', [unwanted?.userId]);
    await owner.query(`update users set status = 'suspended' where id = $1`, [suspended?.userId]);
    await deliver();
    const idle = await addPerson(services);
    await addWell(idle);
    await queue(idle);
    counted = 0;
    await deliver();
    expect(internet.got).toEqual([]);
    expect((await outcome()).map(({ error }) => error).toSorted()).toEqual([
      'inactive',
      'no-device',
      'nothing-left',
      'switched-off',
    ]);
  });
});
