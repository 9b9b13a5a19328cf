import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addPerson } from '../../../test/people.ts';
import { refusal } from '../../../test/smtp.ts';
import { createSmtpMailer } from '../../platform/mail/mailer.ts';
import { type Delivering, KINDS, START, startDelivering } from './delivering.fixture.ts';
import { createMessageJobs } from './jobs.ts';

let world: Delivering;

beforeAll(async () => {
  world = await startDelivering();
});

beforeEach(() => world.begin());

afterAll(() => world.close());

describe('refusals', () => {
  test('an address that is refused for good gets nothing until it is another one', async () => {
    world.judge = () => refusal(550, '5.1.1 <asha@example.in>: No such mailbox');
    await world.queue({ key: 'refused' });
    await world.deliver();
    world.judge = () => null;
    await world.queue({ key: 'while refused' });
    await world.deliver();
    expect(await world.readMessages()).toEqual([
      { key: 'refused', state: 'refused', error: '550 5.1.1 <(address)>: No such mailbox', tries: 1 },
      { key: 'while refused', state: 'skipped', error: 'unreachable', tries: 1 },
    ]);
    await world.server.owner.query('update users set primary_email = $2 where id = $1', [
      world.person.userId,
      'new@example.in',
    ]);
    await world.queue({ key: 'with another address' });
    await world.deliver();
    expect(world.smtp.received.map(({ to }) => to)).toEqual([['new@example.in']]);
  });

  test.each([
    ['a mailbox that is full for now', () => refusal(452, '4.2.2 Mailbox full')],
    ['grey listing', () => refusal(450, '4.7.1 Try again later')],
    ['a sender that is not trusted', () => refusal(550, '5.7.1 Your host is listed')],
    ['a sender that is not known', () => refusal(550, '5.1.8 Bad address')],
    ['a relay that takes no mail from us', () => refusal(550, '5.1.1 Relay access denied')],
    ['a relay that wants a password', () => refusal(550, 'Authentication is required')],
  ])('%s delays that message alone, longer each time', async (_, refuse) => {
    const other = await addPerson(world.server.services);
    world.judge = (address) => (address.startsWith(world.person.userId) ? refuse() : null);
    await world.queue({ key: 'delayed' }, { key: 'other', userId: other.userId });
    for (const minutes of [1, 2, 4]) {
      await world.deliver();
      const [pause = 0, ...more] = await world.readPauses();
      expect(more).toEqual([]);
      expect(pause).toBeGreaterThanOrEqual(minutes * 60);
      expect(pause).toBeLessThanOrEqual(minutes * 75);
      world.now = world.now.add({ minutes: minutes * 2 });
    }
    expect(world.subjects()).toEqual(['other']);
    world.judge = () => null;
    await world.deliver();
    expect(world.subjects()).toEqual(['delayed', 'other']);
  });

  test('an address that looks like an answer about the sender is refused', async () => {
    world.judge = () => refusal(550, '5.1.1 <sender@relay.example.in>: User unknown in relay recipient table');
    await world.queue({ key: 'refused' });
    await world.deliver();
    expect(await world.readMessages()).toMatchObject([{ state: 'refused' }]);
  });

  test('a mail server that refuses everybody makes nobody unreachable, and who it refuses beside others is', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => addPerson(world.server.services)));
    const [gone] = people;
    const [job] = createMessageJobs(world.server.services, KINDS, { batch: 6 });
    const listRefused = async () => {
      const { rows } = await world.server.owner.query('select user_id from unreachable_addresses');
      return rows.map(({ user_id }) => user_id);
    };
    world.judge = () => refusal(550, '5.1.1 No such mailbox');
    await world.queue(...people.map(({ userId }) => ({ key: userId, userId })));
    await job?.run({});
    expect(await listRefused()).toEqual([]);
    expect(await world.readPauses()).toHaveLength(7);
    world.now = world.now.add({ minutes: 2 });
    world.judge = (address) => (gone && address.startsWith(gone.userId) ? refusal(550, '5.1.1 Gone') : null);
    await job?.run({});
    world.now = world.now.add({ minutes: 4 });
    await job?.run({});
    expect(world.smtp.received).toHaveLength(6);
    expect(await listRefused()).toEqual([gone?.userId]);
  });

  test('content that is refused for good has failed, and its address takes mail', async () => {
    world.judgeMail = ({ subject }) => (subject === 'spam' ? refusal(554, '5.6.0 Rejected') : null);
    await world.queue({ key: 'spam' });
    await world.deliver();
    await world.queue({ key: 'fine' });
    await world.deliver();
    expect(await world.readMessages()).toMatchObject([
      { key: 'fine', state: 'sent' },
      { key: 'spam', state: 'failed', error: expect.stringContaining('554') },
    ]);
  });

  test('after some five days of tries a message has failed', async () => {
    world.judgeMail = () => refusal(451, '4.3.0 Not now');
    await world.queue({ key: 'tired' });
    let tries = 0;
    for (; (await world.readMessages())[0]?.state === 'waiting'; tries++) {
      await world.deliver();
      world.now = world.now.add({ hours: 4 });
    }
    expect(tries).toBe(45);
    expect(await world.readMessages()).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a mail server in trouble', () => {
  const keys = Array.from({ length: 50 }, (_, number) => `m ${String(number).padStart(2, '0')}`);

  test('one that is away is left alone, and no message is lost or loses a try that was not handed over', async () => {
    await world.queue(...keys.map((key) => ({ key })));
    const working = world.mailer;
    const away = createSmtpMailer('smtp://127.0.0.1:9', 'no-reply@anupalan.example.in');
    world.mailer = away;
    const [job] = createMessageJobs(world.server.services, KINDS, { batch: 20 });
    await job?.run({});
    await job?.run({});
    world.mailer = working;
    away.close();
    const tried = (await world.readMessages()).filter(({ tries }) => tries > 0);
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.length).toBeLessThanOrEqual(5);
    world.now = world.now.add({ minutes: 2 });
    await world.deliver();
    expect(world.subjects()).toEqual(keys);
  });

  test('what a slow one takes long for stays with its worker', async () => {
    const gate = Promise.withResolvers<null>();
    let asked = 0;
    world.judgeMail = () => {
      asked++;
      return gate.promise;
    };
    await world.queue({ key: 'slow' });
    const [job] = createMessageJobs(world.server.services, KINDS, { takenSeconds: 0.3 });
    const working = job?.run({});
    await vi.waitFor(() => expect(asked).toBe(1));
    const [taken = 0] = await world.readTaken();
    // Its worker says that it still works on it.
    await vi.waitFor(async () => expect((await world.readTaken())[0]).toBeGreaterThan(taken));
    await world.deliver();
    gate.resolve(null);
    await working;
    expect(asked).toBe(1);
    expect(await world.readMessages()).toEqual([{ key: 'slow', state: 'sent', error: null, tries: 1 }]);
  });

  test('a relay that is busy for some recipients holds up no others', async () => {
    const busy = await addPerson(world.server.services);
    world.judge = (address) => (address.startsWith(busy.userId) ? refusal(421, '4.4.5 Busy') : null);
    await world.queue(
      ...keys.map((key, at) => ({
        key,
        sendAfter: START.subtract({ seconds: keys.length - at }),
        ...(at % 5 === 0 && { userId: busy.userId }),
      })),
    );
    await world.deliver();
    expect(world.subjects()).toEqual(keys.filter((_, at) => at % 5 !== 0));
  });

  test('one that throttles gets all of them in the end, each once', async () => {
    await world.queue(...keys.map((key) => ({ key })));
    for (let round = 0; round < 10 && world.smtp.received.length < keys.length; round++) {
      const allowed = world.smtp.received.length + 20;
      world.judge = () =>
        world.smtp.received.length < allowed ? null : refusal(421, '4.7.0 Too many, come back later');
      await world.deliver();
      world.now = world.now.add({ minutes: 5 });
    }
    expect(world.subjects()).toEqual(keys);
  });

  test('a clock that is set back an hour sends nothing twice and loses nothing', async () => {
    world.judge = (address) => (address.startsWith(world.person.userId) ? refusal(450, '4.2.0 Later') : null);
    const other = await addPerson(world.server.services);
    await world.queue({ key: 'delayed' }, { key: 'sent', userId: other.userId });
    await world.deliver();
    world.now = START.subtract({ hours: 1 });
    await world.queue({ key: 'sent', userId: other.userId }, { key: 'made then', userId: other.userId });
    world.judge = () => null;
    await world.deliver();
    expect(world.subjects()).toEqual(['made then', 'sent']);
    world.now = START.add({ minutes: 2 });
    await world.deliver();
    expect(world.subjects()).toEqual(['delayed', 'made then', 'sent']);
  });
});
