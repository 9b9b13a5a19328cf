import { barePhone, isSamePhone } from '@anupalan/contract/wire/phone-number';
import { fullName } from '@anupalan/domain/names';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addAccount, failureOf, fillRegistration, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { copyDatabase } from '../../../test/copy-database.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { createMigrator } from '../../platform/postgres/migrate.ts';

const TAKEN = [409, 'This phone number is already registered'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

async function signUp(personalPhone: string) {
  const form = fillRegistration({ personalPhone });
  const begun = await post(server, '/auth/register', form);
  if (begun.statusCode !== 201) return failureOf(begun);
  const otp = await readCode(server, form.primaryEmail);
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const url = '/api/auth/verify-otp';
  const payload = { email: form.primaryEmail, otp, purpose: 'registration' };
  const confirmed = await server.call({ method: 'POST', url, payload, headers: { cookie } });
  return confirmed.statusCode === 200 ? 'registered' : failureOf(confirmed);
}

test('the spellings of one number are one account', async () => {
  expect(await signUp('+91 96111 00001')).toBe('registered');
  for (const spelling of ['9611100001', '09611100001', '919611100001', '0091 96111-00001', '(096111) 00001']) {
    expect(await signUp(spelling)).toEqual(TAKEN);
  }
  const { rows } = await server.owner.query(`select personal_phone from users where phone_key = '9611100001'`);
  expect(rows).toEqual([{ personal_phone: '9611100001' }]);
});

test('of several who bring spellings of one number at the same moment, one is registered', async () => {
  const spellings = ['9611100002', '+919611100002', '096111 00002', '91-9611100002'];
  const outcomes = await Promise.all(spellings.map(signUp));
  expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome !== 'registered')).toEqual([TAKEN, TAKEN, TAKEN]);
});

test('a number that was stored before stays as it was typed, and asks for no fresh sign-in', async () => {
  const person = await addAccount(server);
  await server.owner.query(`update users set personal_phone = '09611100003' where id = $1`, [person.userId]);
  await server.owner.query(`update sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [
    person.userId,
  ]);
  const put = (personalPhone: string) =>
    server.call({
      method: 'PUT',
      url: '/api/users/profile',
      token: person.token,
      payload: { firstName: 'Meera', personalPhone },
    });
  for (const spelling of ['09611100003', '+91 96111 00003']) {
    expect((await put(spelling)).json().data.user.personalPhone).toBe('09611100003');
  }
  expect((await put('9611100004')).statusCode).toBe(403);
});

test('the database compares numbers, and shows names, as the contract and the domain do', async () => {
  const texts = [
    ...fc.sample(fc.stringMatching(/^[+09 ().[\]\-\u2013\u00a0\u202a\u3000]{0,4}(91|)[\d .\-\u00a0]{8,14}$/), 300),
    '+91 98765 43210',
    '\u202a+91\u00a098765\u201143210\u202c',
    '+971501234567',
  ];
  const { rows } = await server.owner.query('select phone_key(typed) as key from unnest($1::text[]) typed', [texts]);
  expect(rows.map(({ key }) => key)).toEqual(texts.map(barePhone));
  const names = [
    ['Asha', 'Rao'],
    ['Meena', 'MEENA'],
    ['मीरा', 'मीरा'],
    ['Élodie', 'ÉLODIE'],
    ['Ravi', ''],
    ['', ''],
    [' Asha ', 'asha'],
  ];
  const shown = await server.owner.query(
    'select full_name(first, last) from unnest($1::text[], $2::text[]) name (first, last)',
    [names.map(([first]) => first), names.map(([, last]) => last)],
  );
  expect(shown.rows.map((row) => row.full_name)).toEqual(names.map(([first = '', last = '']) => fullName(first, last)));
});

describe('numbers that became one', () => {
  test('stay, are listed, and count again once they are changed', async () => {
    const copy = await copyDatabase(inject('postgresUrl'));
    const database = openDatabase(copy.url, () => {});
    const { db, pool } = database;
    const warnings: string[] = [];
    pool.on('connect', (client) => client.on('notice', ({ message = '' }) => void warnings.push(message)));
    await pool.query('drop schema public cascade; create schema public');
    const migrator = createMigrator(db);
    expect((await migrator.migrateTo('0075-day-of-last-use')).error).toBeUndefined();
    const numbers = { asha: '9876543210', bala: '09876543210', chitra: '919876543210', dev: '9876543211', esha: '' };
    for (const [nth, [name, number]] of Object.entries(numbers).entries()) {
      await pool.query(
        `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, status, created_at)
         values (md5($1)::uuid, $1, 'Rao', $1 || '@example.in', $2, '', 'active', timestamptz '2025-01-01' + $3 * interval '1 day')`,
        [name, number, nth],
      );
    }
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const ids = (
      await pool.query(
        `select array_agg(md5(name)::uuid::text) as ids from unnest(array['asha', 'bala', 'chitra']) name`,
      )
    ).rows[0].ids;
    expect(warnings).toContain(`one phone number in several spellings, of the users: ${ids.join(', ')}`);
    const read = async () =>
      Object.fromEntries(
        (await pool.query('select first_name, personal_phone, phone_shared from users order by created_at')).rows.map(
          ({ first_name, personal_phone, phone_shared }) => [first_name, [personal_phone, phone_shared]],
        ),
      );
    expect(await read()).toEqual({
      asha: ['9876543210', false],
      bala: ['09876543210', true],
      chitra: ['919876543210', true],
      dev: ['9876543211', false],
      esha: ['', false],
    });
    const change = (name: string, number: string) =>
      pool.query('update users set personal_phone = $2 where first_name = $1', [name, number]);
    await expect(change('dev', '+91 98765 43210')).rejects.toThrow('users_personal_phone_key');
    await change('bala', '9876543212');
    await expect(change('bala', '9876543210')).rejects.toThrow('users_personal_phone_key');
    expect((await read()).bala).toEqual(['9876543212', false]);
    await database.close();
    await copy.drop();
  }, 60_000);
});

test('two numbers are one, or not', () => {
  expect([isSamePhone('+91 98765 43210', '09876543210'), isSamePhone('', '9876543210')]).toEqual([true, false]);
});
