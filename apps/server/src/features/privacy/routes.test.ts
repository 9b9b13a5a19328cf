import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, failureOf, listMail, PASSWORD, post } from '../../../test/accounts.ts';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { beginSession } from '../../identity/sessions.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';
import { addColleague, openCompany } from '../members/company.fixture.ts';
import { HELD, PARTS } from './queries-held.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: { FORMS_PER_IP: '1000' } });
});

afterAll(() => server.close());

describe('what is held about somebody', () => {
  test('is one file of everything that is theirs and nothing of others', async () => {
    const [mine, theirs] = await Promise.all([addAccount(server), addAccount(server)]);
    for (const { token, email, userId } of [mine, theirs]) {
      const message = `Please help ${userId} with wages`;
      await post(server, '/contact', { name: 'Asha Rao', email, subject: 'support', message });
      await post(server, '/companies/register', fillCompany(userId), { token });
    }
    const response = await download(mine.token);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-anupalan-data.json"',
    });
    const { about, ...parts } = response.json();
    expect(Object.keys(parts)).toEqual(PARTS.map(({ part }) => part));
    expect(Object.keys(about.contents)).toEqual(Object.keys(parts));
    expect(parts).toMatchObject({
      account: [{ id: mine.userId, primary_email: mine.email }],
      company: [{ company_email: `${mine.userId}@company.in` }],
      sessions: [{ device: 'test' }],
      contactMessages: [{ message: `Please help ${mine.userId} with wages` }],
      auditLog: [{ action: 'companies.register' }, { action: 'users.download-data' }],
    });
    expect(response.body).not.toContain(theirs.userId);
    expect(response.body).not.toContain(theirs.email);
  });

  test('of companies is what the person is in today, and sees all of', async () => {
    const owner = await openCompany(server);
    const { workspaceId } = owner;
    const act_id = await addAct(server.services, { workspace_id: workspaceId, name: 'Fire safety' });
    const item = await addItem(server.services, { act_id, workspace_id: workspaceId, title: 'Refill extinguishers' });
    const { pool } = server.services.database;
    await pool.query(
      `insert into establishments (workspace_id, id, name, state, city, employee_count)
       values ($1, gen_random_uuid(), 'The works', 'Goa', '', 1)`,
      [workspaceId],
    );
    await pool.query(
      `insert into exclusions (workspace_id, compliance_item_id, reason, excluded_by) values ($1, $2, 'No fire', $3)`,
      [workspaceId, item, owner.userId],
    );
    const [member, viewer, former] = await Promise.all(
      (['member', 'viewer', 'viewer'] as const).map((role) => addColleague(server, owner, role)),
    );
    if (!member || !viewer || !former) throw new Error('Somebody is missing');
    await pool.query(`update memberships set until = '2020-01-01' where id = $1`, [former.memberId]);
    const whole = ['Rao & Sons', 'Fire safety', 'Refill extinguishers', 'The works', 'No fire'];
    for (const person of [owner, member]) {
      const { body } = await download(person.token);
      expect(whole.filter((text) => !body.includes(text))).toEqual([]);
      expect(body).not.toContain(workspaceId);
    }
    for (const person of [viewer, former]) {
      const { body } = await download(person.token);
      // They are told which company they look at.
      expect(whole.slice(1).filter((text) => body.includes(text))).toEqual([]);
    }
  });

  test('says of each row to which company it belongs', async () => {
    const [one, other] = [await openCompany(server), await openCompany(server)];
    const { userId, token } = await addColleague(server, one, 'member');
    const { pool } = server.services.database;
    await pool.query(
      `insert into memberships (workspace_id, user_id, id, role) values ($1, $2, gen_random_uuid(), 'member')`,
      [other.workspaceId, userId],
    );
    await pool.query(`update companies set company_name = 'Other & Sons' where workspace_id = $1`, [other.workspaceId]);
    const act_id = await addAct(server.services);
    const named = [];
    for (const { workspaceId } of [one, other]) {
      const item = await addItem(server.services, { act_id, workspace_id: workspaceId, title: `Of ${workspaceId}` });
      await pool.query(
        `insert into payment_dates (workspace_id, id, compliance_item_id, user_id, day, amount_paise)
         values ($1, gen_random_uuid(), $2, $3, now(), 1)`,
        [workspaceId, item, userId],
      );
      const { rows } = await pool.query(
        'select id as _id, company_name as name from companies where workspace_id = $1',
        [workspaceId],
      );
      named.push({ company: rows[0] });
    }
    const held = (await download(token)).json();
    for (const part of ['paymentDates', 'ownObligations', 'company', 'workspace']) {
      expect(held[part], part).toEqual(expect.arrayContaining(named.map((name) => expect.objectContaining(name))));
    }
    expect(held.account[0]).not.toHaveProperty('company');
  });

  test.each([
    ['user', ['Form 9']],
    ['premium', ['Form 9', 'Much']],
  ] as const)('of an own obligation are the values that the plan shows: of a %s', async (role, values) => {
    const { token, workspaceId } = await openCompany(server, role);
    const form = await addField(server.services);
    const secret = await addField(server.services, { access_level: 'premium' });
    const act_id = await addAct(server.services, { workspace_id: workspaceId });
    await addItem(server.services, { act_id, workspace_id: workspaceId }, { [form]: 'Form 9', [secret]: 'Much' });
    const { ownObligationValues } = (await download(token)).json();
    expect(ownObligationValues.map(({ text }: { text: string }) => text).toSorted()).toEqual(values);
  });

  test('has every row once, however many there are', async () => {
    const { userId, token } = await addPerson(server.services);
    await server.services.database.pool.query(
      `insert into ledger (id, kind, user_id) select uuidv7(), 'tested', $1 from generate_series(1, 1203)`,
      [userId],
    );
    const ids = (await download(token)).json().ledger.map(({ id }: { id: string }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([1203, 1203]);
  });

  test('has no secret: neither hashes nor tokens nor the bytes of files', async () => {
    const { rows } = await server.services.database.pool.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and (column_name ~ 'hash|secret|token|payment_session|private' or data_type = 'bytea')`,
    );
    const given = rows.filter(({ table_name: table, column_name: column }) => {
      const held = PARTS.find((part) => part.table === table);
      return held && !held.hidden?.includes(column);
    });
    expect(given).toEqual([]);
  });

  test('is decided for every table of the database', async () => {
    const { rows } = await server.services.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_name not like 'kysely%' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(HELD).sort());
  });

  test('is nobody else’s to see, and costs too much to be asked for all the time', async () => {
    expect(failureOf(await download())).toEqual([401, 'Please sign in to continue']);
    const admin = await addPerson(server.services, { role: 'admin' });
    const { userId, token } = await addPerson(server.services);
    const answer = await post(server, `/users/impersonate/${userId}`, {}, { token: admin.token });
    const impersonation = answer.json().data.token;
    const words = 'Personal data cannot be downloaded while impersonating';
    expect(failureOf(await download(impersonation))).toEqual([403, words]);
    const answers = await Promise.all(Array.from({ length: 11 }, () => download(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });
});

describe('erasing the own account', () => {
  test('takes the password, ends every session, and says goodbye', async () => {
    const { token, email, userId, workspaceId } = await addAccount(server);
    await post(server, '/companies/register', fillCompany(userId), { token });
    server.enqueued.length = 0;
    const response = await erase(token, PASSWORD);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { status: 'success', message: 'Your account was erased' },
    ]);
    expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(401);
    for (const [table, column, id] of [
      ['users', 'id', userId],
      ['sessions', 'user_id', userId],
      ['companies', 'workspace_id', workspaceId],
    ]) {
      const { rows } = await server.services.database.pool.query(`select from ${table} where ${column} = $1`, [id]);
      expect(rows, table).toEqual([]);
    }
    for (const { data } of server.enqueued) await createMailDelivery(server.services.mailer).run(data);
    expect((await listMail(server, email)).map(({ subject }) => subject)).toEqual(['Your Anupalan account was erased']);
    const { rows } = await server.services.database.pool.query(
      `select actor_id, details from audit_log where action = 'users.delete' and subject_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ actor_id: userId, details: { role: 'user', status: 'active', workspaceDeleted: true } }]);
  });

  test.each([
    [{}, 400, 'Password is required'],
    [{ password: '' }, 400, 'Password is required'],
    [{ password: 'Wrong-horse-9' }, 400, 'Incorrect password'],
  ])('%j is refused, and nothing is gone', async (payload, status, message) => {
    const { token } = await addAccount(server);
    const response = await server.call({ method: 'DELETE', url: '/api/users/profile', token, payload });
    expect(failureOf(response)).toEqual([status, message]);
    expect(response.json().errors).toEqual({ password: message });
    expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(200);
  });

  test('a thief of a session cannot guess the password, nor keep its owner from erasing', async () => {
    const { token, userId } = await addAccount(server);
    const own = await beginSession(server.services.database.db, { userId, device: '' });
    const answers = await Promise.all(Array.from({ length: 21 }, () => erase(token, 'Wrong-horse-9')));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    expect((await erase(token, PASSWORD)).statusCode).toBe(429);
    expect((await erase(own, PASSWORD)).statusCode).toBe(200);
  });

  test('nobody does it without a session, or in another’s name', async () => {
    expect(failureOf(await erase(undefined, PASSWORD))).toEqual([401, 'Please sign in to continue']);
    const admin = await addPerson(server.services, { role: 'admin' });
    const { userId } = await addAccount(server);
    const answer = await post(server, `/users/impersonate/${userId}`, {}, { token: admin.token });
    const words = 'The account cannot be erased while impersonating';
    expect(failureOf(await erase(answer.json().data.token, PASSWORD))).toEqual([403, words]);
  });

  test('of the last administrators one remains, however fast they go', async () => {
    await server.services.database.pool.query(`update users set role = 'user' where role = 'admin'`);
    const admins = await Promise.all([1, 2, 3].map(() => addAccount(server, { role: 'admin' })));
    const answers = await Promise.all(admins.map(({ token }) => erase(token, PASSWORD)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    const words = 'You are the only administrator. Make somebody else an administrator first.';
    expect(refused?.json().message).toBe(words);
  });
});

function download(token?: string) {
  return server.call({ url: '/api/users/profile/data', ...(token && { token }) });
}

function erase(token: string | undefined, password: string) {
  return server.call({ method: 'DELETE', url: '/api/users/profile', payload: { password }, ...(token && { token }) });
}

let companies = 0;

function fillCompany(userId: string) {
  companies += 1;
  return {
    companyName: 'Rao & Sons',
    employeeCount: 20,
    companyPhone: `98${String(companies).padStart(8, '0')}`,
    companyEmail: `${userId}@company.in`,
    designation: 'HR',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
  };
}
