import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join } from '../../../test/people.ts';
import { expectFailure, impersonate, UNKNOWN_ID } from '../../../test/tracked.ts';
import { HOST, PUBLIC } from '../../platform/outbound/internet.fixture.ts';
import { ADDRESS, WebhookWorld } from './webhook-calls.fixture.ts';

const ASK = 'Please enter your password to continue';

let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});

beforeEach(() => hooks.clear());

afterAll(() => hooks.close());

describe('keeping webhooks', () => {
  test('the secret is told once; managers of the company see the rest, nobody else does', async () => {
    const { premium, colleague, free } = hooks.world.people;
    const made = await hooks.addWell(premium, {
      address: ` ${ADDRESS}#top `,
      events: ['note.added', 'status.recorded'],
    });
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toEqual({
      _id: expect.any(String),
      address: ADDRESS,
      events: ['status.recorded', 'note.added'],
      off: null,
      failures: 0,
      failingSince: null,
      waiting: 0,
      madeBy: premium.userId,
      formerSecretUntil: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await hooks.list(colleague)).toEqual([shown]);
    expect(await hooks.list(free)).toEqual([]);
    for (const [method, path] of [
      ['PATCH', `/${made._id}`],
      ['DELETE', `/${made._id}`],
      ['POST', `/${made._id}/secret`],
      ['POST', `/${made._id}/test`],
      ['GET', `/${made._id}/calls`],
      ['POST', `/calls/${UNKNOWN_ID}/resend`],
    ] as const) {
      const response = await hooks.send(free, method, path, method === 'PATCH' ? { on: false } : undefined);
      expectFailure(response, 404, path.startsWith('/calls') ? 'Call not found' : 'Webhook not found');
    }
  });

  test.each(['member', 'viewer'] as const)('a %s neither reads nor changes them', async (role) => {
    const { server, people } = hooks.world;
    const person = await addPerson(server.services);
    const until = role === 'viewer' ? { until: '2099-12-31' } : {};
    await join(server.services, person, people.premium, { role, ...until });
    const { rows } = await server.owner.query('select id from companies where workspace_id = $1', [
      people.premium.workspaceId,
    ]);
    for (const method of ['GET', 'POST'] as const) {
      const response = await server.call({
        method,
        url: '/api/webhooks',
        token: person.token,
        headers: { 'x-company': rows[0].id },
        ...(method === 'POST' && { payload: { address: ADDRESS, events: ['status.recorded'] } }),
      });
      expectFailure(response, 403, role === 'viewer' ? 'Viewers can only read' : expect.stringContaining('managers'));
    }
  });

  test('a session that was stolen an hour after its sign-in has nothing sent elsewhere, and learns no secret', async () => {
    const { premium } = hooks.world.people;
    const { _id } = await hooks.addWell(premium);
    const [before] = await hooks.list(premium);
    const sign = (when: string) =>
      hooks.sql(`update sessions set authenticated_at = ${when} where user_id = $1`, premium.userId);
    await sign(`now() - interval '1 hour'`);
    const elsewhere = { address: `${ADDRESS}/theirs`, events: ['note.added'] };
    for (const [method, path, payload] of [
      ['POST', '', elsewhere],
      ['PATCH', `/${_id}`, elsewhere],
      ['POST', `/${_id}/secret`],
    ] as const) {
      const response = await hooks.send(premium, method, path, payload);
      expect([path, response.statusCode, response.json().errors]).toEqual([path, 403, { reauthenticate: ASK }]);
    }
    expect(await hooks.list(premium)).toEqual([before]);
    const same = await hooks.send(premium, 'PATCH', `/${_id}`, { ...elsewhere, address: ADDRESS });
    expect(same.statusCode).toBe(200);
    await sign('now()');
  });

  test('who acts in somebody’s name adds none', async () => {
    const token = await impersonate(hooks.world, hooks.world.people.premium);
    const response = await hooks.send({ token }, 'POST', '', { address: ADDRESS, events: ['status.recorded'] });
    expect(response.statusCode).toBe(403);
  });

  test.each([
    [{ address: '' }, { address: 'Please enter an address' }],
    [{ address: `http://${HOST}/` }, { address: 'Please enter an address that begins with https://' }],
    [{ address: 'hooks.example.com' }, { address: 'Please enter an address that begins with https://' }],
    [{ address: `https://${HOST}:8443/` }, { address: expect.stringContaining('443') }],
    [{ address: `https://user:secret@${HOST}/` }, { address: expect.stringContaining('password') }],
    [{ address: `https://${HOST}/${'a'.repeat(500)}` }, { address: 'Please use at most 500 characters' }],
    [{ events: [] }, { events: 'Please choose at least one event' }],
    [{ events: undefined }, { events: 'Please choose at least one event' }],
  ])('a rejected form: %j', async (changes, errors) => {
    const body = { address: ADDRESS, events: ['status.recorded'], ...changes };
    const response = await hooks.send(hooks.world.people.premium, 'POST', '', body);
    expect([response.statusCode, response.json().errors]).toEqual([400, errors]);
  });

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://localhost/',
    'https://inside.example.com/',
  ])('an address that is not on the internet is refused: %s', async (address) => {
    const { premium } = hooks.world.people;
    hooks.internet.names.set('inside.example.com', [[PUBLIC, '10.0.0.1']]);
    const made = await hooks.addWell(premium);
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${made._id}`],
    ] as const) {
      const response = await hooks.send(premium, method, path, { address, events: ['status.recorded'] });
      expectFailure(response, 400, expect.stringContaining('private network'));
    }
  });

  test('a name that can’t be resolved is accepted and fails in the log', async () => {
    const { premium } = hooks.world.people;
    const made = await hooks.addWell(premium, { address: 'https://not-yet.example.com/' });
    await hooks.send(premium, 'POST', `/${made._id}/test`);
    await hooks.deliver();
    expect(await hooks.calls(premium, made)).toMatchObject([
      { state: 'waiting', tries: 1, fault: 'name', status: null },
    ]);
  });

  test('at most ten, of those who add at the same moment too', async () => {
    const { premium } = hooks.world.people;
    for (let made = 0; made < 9; made++) await hooks.addWell(premium);
    const body = { address: ADDRESS, events: ['status.recorded'] };
    const answers = await Promise.all([1, 2, 3].map(() => hooks.send(premium, 'POST', '', body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toBe('A company can have at most 10 webhooks. Delete one first.');
  });

  test('what was done with them is in the activity, by the host alone', async () => {
    const { premium } = hooks.world.people;
    const made = await hooks.addWell(premium, { address: `https://${HOST}/secret-part` });
    await hooks.send(premium, 'PATCH', `/${made._id}`, { on: false });
    await hooks.send(premium, 'POST', `/${made._id}/secret`);
    await hooks.send(premium, 'DELETE', `/${made._id}`);
    const response = await hooks.world.server.call({
      url: '/api/activity?what=webhooks&limit=4',
      token: premium.token,
    });
    expect(response.json().data).toMatchObject([
      { what: 'webhooks.delete', by: premium.userId, about: { name: HOST } },
      { what: 'webhooks.renew-secret', about: { name: HOST } },
      { what: 'webhooks.update', about: { name: HOST, fields: ['off'] } },
      { what: 'webhooks.create', about: { name: HOST } },
    ]);
    expect(response.body).not.toContain('secret-part');
    expect(await hooks.list(premium)).toEqual([]);
  });
});

describe('a call', () => {
  test('is signed and thin by Standard Webhooks; a test is sent whatever the webhook is for', async () => {
    const { premium } = hooks.world.people;
    const made = await hooks.addWell(premium);
    const asked = await hooks.send(premium, 'POST', `/${made._id}/test`);
    expect([asked.statusCode, asked.json().data]).toEqual([
      201,
      expect.objectContaining({ event: 'webhook.test', state: 'waiting', tries: 0, nextAt: null }),
    ]);
    expect(await hooks.deliver()).toBe(1);
    const [got] = hooks.internet.got;
    expect(got?.path).toBe('/anupalan');
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `msg_${asked.json().data._id}`,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    expect(new Verifier(made.secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: {},
    });
    expect(() => new Verifier(made.secret).verify(`${got?.body} `, got?.headers ?? {})).toThrow(
      'No matching signature',
    );
    expect(await hooks.calls(premium, made)).toMatchObject([
      { event: 'webhook.test', state: 'delivered', tries: 1, status: 204, fault: null, answer: '', nextAt: null },
    ]);
  });

  test('for a day after the secret was changed both sign', async () => {
    const { premium } = hooks.world.people;
    const made = await hooks.addWell(premium);
    const renewed = (await hooks.send(premium, 'POST', `/${made._id}/secret`)).json().data;
    expect(renewed).toMatchObject({ secret: expect.stringMatching(/^whsec_/), formerSecretUntil: expect.any(String) });
    expect(renewed.secret).not.toBe(made.secret);
    const verify = async (secret: string) => {
      hooks.internet.got.length = 0;
      await hooks.send(premium, 'POST', `/${made._id}/test`);
      await hooks.deliver();
      const [got] = hooks.internet.got;
      return new Verifier(secret).verify(got?.body ?? '', got?.headers ?? {});
    };
    for (const secret of [made.secret, renewed.secret])
      expect(await verify(secret)).toMatchObject({ type: 'webhook.test' });
    await hooks.sql(`update webhooks set former_until = now() - interval '1 second'`);
    expect(await verify(renewed.secret)).toMatchObject({ type: 'webhook.test' });
    await expect(verify(made.secret)).rejects.toThrow('No matching signature');
    expect((await hooks.list(premium))[0]?.formerSecretUntil).toBeNull();
  });

  test('keeps the first kilobyte of an answer, as text that can be stored', async () => {
    const { premium } = hooks.world.people;
    const made = await hooks.addWell(premium);
    hooks.internet.answer(
      (_request, response) => void response.writeHead(500).end(`\u0000a\u001b[31m\n${'x'.repeat(5_000)}`),
    );
    await hooks.send(premium, 'POST', `/${made._id}/test`);
    await hooks.deliver();
    const [call] = await hooks.calls(premium, made);
    expect(call).toMatchObject({ status: 500, answer: expect.stringMatching(/^\ufffda\ufffd\[31m\nx+$/) });
    expect(call?.answer).toHaveLength(1_024);
  });

  test('is made again under the same id when somebody asks, not while the webhook is off', async () => {
    const { premium } = hooks.world.people;
    const made = await hooks.addWell(premium);
    await hooks.send(premium, 'POST', `/${made._id}/test`);
    await hooks.deliver();
    const [call] = await hooks.calls(premium, made);
    await hooks.send(premium, 'PATCH', `/${made._id}`, { on: false });
    for (const path of [`/calls/${call?._id}/resend`, `/${made._id}/test`]) {
      expectFailure(await hooks.send(premium, 'POST', path), 409, 'This webhook is off. Switch it on first.');
    }
    await hooks.send(premium, 'PATCH', `/${made._id}`, { on: true });
    const again = await hooks.send(premium, 'POST', `/calls/${call?._id}/resend`);
    expect([again.statusCode, again.json().data.state]).toEqual([200, 'waiting']);
    expect(await hooks.deliver()).toBe(1);
    const ids = hooks.internet.got.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([`msg_${call?._id}`, `msg_${call?._id}`]);
  });
});

describe('what went out', () => {
  test('has the calls of the company for its managers, with the host alone, and those that were given up', async () => {
    const { server, people } = hooks.world;
    const { premium, admin } = people;
    const made = await hooks.addWell(premium, { address: `https://${HOST}/secret-part` });
    await hooks.send(premium, 'POST', `/${made._id}/test`);
    hooks.internet.answer((_request, response) => void response.writeHead(500).end());
    await hooks.deliver();
    const member = await addPerson(server.services);
    await join(server.services, member, premium, { role: 'member' });
    const company = await companyOf(server.services, premium);
    const sentTo = (token: string) => server.call({ url: '/api/sent', token, headers: { 'x-company': company } });
    const shown = await sentTo(premium.token);
    expect(shown.json().data).toMatchObject([
      {
        ...{ channel: 'webhook', what: 'Webhook', subject: 'webhook.test', to: HOST, outcome: 'waiting' },
        words: 'Answered 500, tried once',
      },
    ]);
    expect(shown.body).not.toContain('secret-part');
    expect((await sentTo(member.token)).json().data).toEqual([]);
    await hooks.sql(`update webhook_calls set state = 'failed', due_at = null, tries = 12`);
    const queues = (await server.call({ url: '/api/sent/queues', token: admin.token })).json().data;
    expect(queues.queues).toContainEqual({
      ...{ channel: 'webhook', waiting: 0, oldest: null, failing: 0, refused: 0, failed: 1 },
    });
    expect(queues.failures).toMatchObject([{ channel: 'webhook', userId: premium.userId, error: 'Answered 500' }]);
  });
});
