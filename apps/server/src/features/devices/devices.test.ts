import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectFailure, impersonate, UNKNOWN_ID } from '../../../test/tracked.ts';
import { HOST } from '../../platform/outbound/internet.fixture.ts';
import { DeviceWorld } from './device-world.fixture.ts';

let phones: DeviceWorld;

beforeAll(async () => {
  phones = await DeviceWorld.start();
});

beforeEach(() => phones.clear());

afterAll(() => phones.close());

describe('devices', () => {
  test('are listed with what they are, to their person alone, and removed', async () => {
    const { premium, free } = phones.world.people;
    const { browser, device } = await phones.addWell(premium);
    expect(device).toEqual({
      _id: expect.any(String),
      name: 'Firefox on a phone',
      createdAt: expect.any(String),
      usedAt: null,
    });
    expect((await phones.list(premium)).data).toEqual([device]);
    expect((await phones.list(free)).data).toEqual([]);
    // Switched on once more it is still one.
    expect((await phones.addWell(premium, browser)).device._id).toBe(device._id);
    expectFailure(await phones.send(free, 'DELETE', `/${device._id}`), 404, 'Device not found');
    expectFailure(await phones.send(premium, 'DELETE', `/${UNKNOWN_ID}`), 404, 'Device not found');
    expect((await phones.send(premium, 'DELETE', `/${device._id}`)).statusCode).toBe(200);
    expect((await phones.list(premium)).data).toEqual([]);
  });

  test('a browser is the device of who switched it on last; nobody takes another’s by its address', async () => {
    const { premium, free } = phones.world.people;
    const { browser } = await phones.addWell(premium);
    const stranger = { ...phones.openBrowser().subscription, endpoint: browser.endpoint };
    expectFailure(await phones.send(free, 'POST', '', stranger), 409, 'This address belongs to another browser');
    await phones.addWell(free, browser);
    expect([(await phones.list(premium)).data.length, (await phones.list(free)).data.length]).toEqual([0, 1]);
  });

  test('the key that browsers subscribe with stays the same', async () => {
    const [one, other] = await Promise.all([
      phones.list(phones.world.people.premium),
      phones.list(phones.world.people.free),
    ]);
    expect(one.publicKey).toBe(other.publicKey);
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
  });

  test('at most ten, of those added at the same moment too', async () => {
    const { premium } = phones.world.people;
    for (let added = 0; added < 9; added++) await phones.addWell(premium);
    const answers = await Promise.all(
      [1, 2, 3].map(() => phones.send(premium, 'POST', '', phones.openBrowser().subscription)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  });

  test.each([
    [{ endpoint: '' }],
    [{ endpoint: 'https://127.0.0.1/push' }],
    [{ endpoint: `http://${HOST}/push` }],
    [{ endpoint: `https://${HOST}:8443/push` }],
    [{ keys: {} }],
    [{ keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
    // Bytes that are no point of the curve, for which nothing can be encrypted.
    [{ keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'A'.repeat(22) } }],
    [{ keys: { p256dh: Buffer.alloc(65).toString('base64url'), auth: 'A'.repeat(22) } }],
  ])('a subscription that can’t be used is refused: %j', async (changes) => {
    const response = await phones.send(phones.world.people.premium, 'POST', '', {
      ...phones.openBrowser().subscription,
      ...changes,
    });
    expect(response.statusCode).toBe(400);
  });

  test('nobody switches them on in somebody’s name', async () => {
    const token = await impersonate(phones.world, phones.world.people.premium);
    expect((await phones.send({ token }, 'POST', '', phones.openBrowser().subscription)).statusCode).toBe(403);
    expect((await phones.send({ token: '' }, 'GET')).statusCode).toBe(401);
  });
});
