import type { ChosenKind } from '@anupalan/domain/telling/preferences';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { keepUnsubscribeTokens } from './unsubscribe-tokens.ts';

const NOW = Temporal.Instant.from('2026-11-23T02:30:00Z');
const NOT_VALID = 'This link is not valid. Sign in and choose under Mail and reminders.';
const OUT_OF_DATE = 'This link is out of date. Sign in and choose under Mail and reminders.';
const UNSUBSCRIBE = '/api/mail/unsubscribe';
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' };

let server: TestApp;
let person: Person;
let now = NOW;

beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});

beforeEach(async () => {
  now = NOW;
  person = await addPerson(server.services);
});

afterAll(() => server.close());

async function makeToken(kind: ChosenKind = 'digest', of = person): Promise<string> {
  const tokens = await keepUnsubscribeTokens(server.services.database.db)();
  return tokens.make({ userId: of.userId, email: `${of.userId}@example.in`, kind, now });
}

async function readChoices(of = person) {
  const { rows } = await server.owner.query(
    'select hour, digest, monday, custom, escalation from message_preferences where user_id = $1',
    [of.userId],
  );
  return rows[0] ?? null;
}

const post = (url: string, payload: object) => server.call({ method: 'POST', url, payload });

test('a link says what it is about, switches that off, and on again; nothing else is chosen by it', async () => {
  const token = await makeToken('monday');
  const preview = await post(`${UNSUBSCRIBE}/preview`, { token });
  expect(preview.json()).toEqual({ status: 'success', data: { kind: 'monday', on: true } });
  expect(await readChoices()).toBeNull();
  const off = { status: 'success', message: 'Switched off', data: { kind: 'monday', on: false } };
  expect((await post(UNSUBSCRIBE, { token })).json()).toEqual(off);
  const others = { hour: null, digest: null, custom: null, escalation: null };
  expect(await readChoices()).toEqual({ ...others, monday: false });
  // A second time, as by a mail program and then the page, is as once.
  expect((await post(UNSUBSCRIBE, { token })).json()).toEqual(off);
  expect((await post(`${UNSUBSCRIBE}/preview`, { token })).json().data).toEqual({ kind: 'monday', on: false });
  const on = await post(`${UNSUBSCRIBE}/undo`, { token });
  expect(on.json()).toEqual({ status: 'success', message: 'Switched on again', data: { kind: 'monday', on: true } });
  expect(await readChoices()).toEqual({ ...others, monday: true });
});

test('a kind that none of the companies sends is off', async () => {
  const owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
  const preview = async () => {
    const token = await makeToken('monday', owner);
    return (await post(`${UNSUBSCRIBE}/preview`, { token })).json().data.on;
  };
  expect(await preview()).toBe(true);
  await server.owner.query(`insert into message_defaults values ($1, 8, true, false, true, true)`, [owner.workspaceId]);
  expect(await preview()).toBe(false);
});

describe('mail programs', () => {
  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('post a form (%s), without a cookie or a session', async (type, payload) => {
    const url = `${UNSUBSCRIBE}?token=${await makeToken()}`;
    const response = await server.call({ method: 'POST', url, headers: { 'content-type': type }, payload });
    expect(response.statusCode, response.body).toBe(200);
    expect(await readChoices()).toMatchObject({ digest: false });
  });

  test('a scanner that opens the link changes nothing, whatever it calls it with', async () => {
    const url = `${UNSUBSCRIBE}?token=${await makeToken()}`;
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT'] as const) {
      expect([404, 405]).toContain((await server.call({ method, url })).statusCode);
    }
    const form = 'application/x-www-form-urlencoded';
    for (const [type, payload] of [[], [form], [form, ''], [form, 'a=b'], ['application/json', {}]] as const) {
      const headers = type === undefined ? {} : { 'content-type': type };
      const response = await server.call({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) });
      expect([response.statusCode, response.json().message]).toEqual([400, NOT_VALID]);
    }
    expect(await readChoices()).toBeNull();
  });

  test('a body that is too large is refused', async () => {
    const url = `${UNSUBSCRIBE}?token=${await makeToken()}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await server.call({ method: 'POST', url, headers, payload: 'x'.repeat(20_000) });
    expect(response.statusCode).toBe(413);
    expect(await readChoices()).toBeNull();
  });
});

describe('links that do nothing', () => {
  const refused = async (token: string | undefined, message: string) => {
    for (const [url, payload] of [
      [UNSUBSCRIBE, { token }],
      [`${UNSUBSCRIBE}/preview`, { token }],
      [`${UNSUBSCRIBE}/undo`, { token }],
      [token === undefined ? UNSUBSCRIBE : `${UNSUBSCRIBE}?token=${encodeURIComponent(token)}`, ONE_CLICK],
    ] as const) {
      const response = await post(url, payload);
      expect(response.statusCode, url).toBe(400);
      const { message: said, errors = {} } = response.json();
      expect([said, ...Object.values(errors)], url).toContain(message);
    }
    expect(await readChoices()).toBeNull();
  };

  test('forged, cut, prolonged, and none at all', async () => {
    const token = await makeToken();
    const bytes = Buffer.from(token, 'base64url');
    for (const at of [0, 16, 17, 18, 19, 34]) {
      const forged = Buffer.from(bytes);
      forged.writeUInt8(forged.readUInt8(at) ^ 1, at);
      await refused(forged.toString('base64url'), NOT_VALID);
    }
    for (const other of [token.slice(0, -1), `${token}A`, `${token}=`, 'digest', '', 'x'.repeat(201), undefined]) {
      await refused(other, NOT_VALID);
    }
  });

  test('of another installation', async () => {
    const token = await makeToken();
    const { rows } = await server.owner.query('select secret from instance_keys');
    await server.owner.query('update instance_keys set secret = sha256(secret)');
    const foreign = await makeToken();
    await server.owner.query('update instance_keys set secret = $1', [rows[0].secret]);
    expect(foreign).not.toBe(token);
    await refused(foreign, NOT_VALID);
  });

  test('mailed to an address that the person has no more', async () => {
    const token = await makeToken();
    const email = `new-${person.userId}@example.in`;
    await server.owner.query('update users set primary_email = $2 where id = $1', [person.userId, email]);
    await refused(token, NOT_VALID);
  });

  test('of somebody who is gone', async () => {
    const gone = await addPerson(server.services);
    const token = await makeToken('digest', gone);
    await server.owner.query('delete from workspaces where id = $1', [gone.workspaceId]);
    await server.owner.query('delete from users where id = $1', [gone.userId]);
    await refused(token, NOT_VALID);
  });

  test('out of date after 90 days, which a clock that is set back does not hasten', async () => {
    const token = await makeToken();
    now = NOW.subtract({ hours: 1 });
    expect((await post(`${UNSUBSCRIBE}/preview`, { token })).statusCode).toBe(200);
    now = Temporal.Instant.from('2027-02-21T23:59:59Z');
    expect((await post(`${UNSUBSCRIBE}/preview`, { token })).statusCode).toBe(200);
    now = Temporal.Instant.from('2027-02-22T00:00:00Z');
    await refused(token, OUT_OF_DATE);
  });
});
