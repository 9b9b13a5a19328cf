import { UNSTORABLE } from '@anupalan/contract/wire/stored-text';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';

let server: TestApp;
let person: Person;

beforeAll(async () => {
  server = await startTestApp();
  person = await addPerson(server.services, { role: 'premium', company: { state: 'Kerala', employeeCount: 20 } });
});

afterAll(() => server.close());

const place = { name: 'Office', state: 'Kerala', employeeCount: 5 };

function add(payload: string | Buffer, headers: Record<string, string> = {}) {
  const sent = { 'content-type': 'application/json', ...headers };
  return server.call({ method: 'POST', url: '/api/establishments', token: person.token, payload, headers: sent });
}

function refusal(field: string) {
  return { status: 'error', message: `${field} ${UNSTORABLE}`, errors: { [field]: UNSTORABLE } };
}

test.each<[string, string, string | Buffer]>([
  ['half a surrogate pair', 'name', JSON.stringify({ ...place, name: '\ud800' })],
  ['NUL', 'name', JSON.stringify({ ...place, name: 'a\0b' })],
  ['a field that nobody asks for', 'other', JSON.stringify({ ...place, other: { inside: ['\udc00'] } })],
  ['a key inside', 'other', JSON.stringify({ ...place, other: { '\0': 1 } })],
  ['bytes that are no UTF-8', 'name', Buffer.from(JSON.stringify({ ...place, name: 'caf\u00e9' }), 'latin1')],
])('%s in a body is 400 with the field’s name', async (_, field, payload) => {
  const answer = await add(payload);
  expect([answer.statusCode, answer.json()]).toEqual([400, refusal(field)]);
});

test('a stranger hears 401 before anything of the body is looked at', async () => {
  const payload = JSON.stringify({ name: '\ud800' });
  const headers = { 'content-type': 'application/json' };
  expect((await server.call({ method: 'POST', url: '/api/establishments', payload, headers })).statusCode).toBe(401);
});

test('U+FFFD and escapes that only look like halves are texts as any other', async () => {
  const answer = await add(JSON.stringify({ ...place, name: 'Unit \ufffd \\ud800 🙂' }));
  expect([answer.statusCode, answer.json().data.name]).toEqual([201, 'Unit \ufffd \\ud800 🙂']);
});

test('a text is stored composed and without blanks around it', async () => {
  const answer = await add(JSON.stringify({ ...place, name: '\u3000\u200bCafe\u0301\u00a0' }));
  expect(answer.json().data.name).toBe('Café');
});

test.each<[string, string, InjectOptions['headers']]>([
  ['the company', 'x-company', { 'x-company': '\xed\xa0\x80' }],
  ['the browser', 'user-agent', { 'user-agent': 'caf\xe9' }],
  ['a proxy', 'x-forwarded-for', { 'x-forwarded-for': '\xff' }],
  ['the own cookie', 'cookie', { cookie: 'other=50%; anupalan-known=%ED%A0%80' }],
  ['the own cookie with NUL', 'cookie', { cookie: 'anupalan-known=%00' }],
])('a header that names %s in no UTF-8 is 400 with its name', async (_, field, headers) => {
  const answer = await server.call({ url: '/api/companies', token: person.token, headers: { ...headers } });
  expect([answer.statusCode, answer.json()]).toEqual([400, refusal(field)]);
});

test('what other programs on this host keep in cookies counts for nothing', async () => {
  const headers = { cookie: 'theirs=%ED%A0%80; other=50%', 'user-agent': 'caf\xc3\xa9' };
  expect((await server.call({ url: '/api/companies', token: person.token, headers })).statusCode).toBe(200);
});

test.each([
  ['month=%ED%A0%80', 'month'],
  ['month=a%00b', 'month'],
  ['month=%E9', 'month'],
  ['other=1&month=2026-11&other=%C0%80', 'other'],
  ['%ED%A0%80=1', 'query'],
])('the query %s is 400 with the field’s name', async (query, field) => {
  const answer = await server.call({ url: `/api/companies/report?${query}`, token: person.token });
  expect([answer.statusCode, answer.json()]).toEqual([400, refusal(field)]);
});

test.each(['%ED%A0%80', '%00', '%E9', '%C0%80', 'a%F4%90%80%80'])('the path …/%s is 400', async (part) => {
  const answer = await server.call({ url: `/api/evidence/${part}/said`, token: person.token });
  const refused = { status: 'error', message: 'The address could not be read' };
  expect([answer.statusCode, answer.json()]).toEqual([400, refused]);
});

test('texts of any script may be escaped, and a percent sign may stand for itself', async () => {
  for (const search of ['%E0%A4%85', '🙂', '50%']) {
    const { statusCode } = await server.call({ url: `/api/companies?search=${search}`, token: person.token });
    expect(statusCode).toBe(200);
  }
});

test.each([
  ['a field', Buffer.from('a\xed\xa0\x80', 'latin1'), 'a.csv', 'sheet'],
  ['a field with NUL', Buffer.from('a\0'), 'a.csv', 'sheet'],
  ['the name of a file', Buffer.from('a'), 'caf\xe9.csv', 'file'],
])('%s of a form that can’t be stored is 400 with the field’s name', async (_, sheet, name, field) => {
  const line = (text: string) => Buffer.from(`${text}\r\n`, 'latin1');
  const payload = Buffer.concat([
    line('--b'),
    line('Content-Disposition: form-data; name="sheet"\r\n'),
    sheet,
    line(''),
    line('--b'),
    line(`Content-Disposition: form-data; name="file"; filename="${name}"\r\n\r\na,b`),
    line('--b--'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await server.call({ method: 'POST', url: '/api/imports/own', token: person.token, payload, headers });
  expect([answer.statusCode, answer.json()]).toEqual([400, refusal(field)]);
});
