import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addField } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';

const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';
const URL = '/api/compliance/data';
const RANGE = 'Maximum employees must be greater than or equal to minimum employees';
const ACT = 'Please select an Act';
const DATE = 'Invalid date format';
const REMINDERS = 'Reminder days must be whole numbers from 0 to 366';
const NO_FIELD = 'A compliance field no longer exists. Reload and try again.';
const LINK = 'A link must start with http:// or https://';

let server: TestApp;
let token: string;
let actId: string;
let fields: string[];

beforeAll(async () => {
  server = await startTestApp();
  token = (await addPerson(server.services, { role: 'admin' })).token;
  actId = await addAct(server.services, { min_employees: 10, max_employees: 50 });
  fields = [
    await addField(server.services, { name: 'First', position: 1 }),
    await addField(server.services, { name: 'Second', position: 2 }),
  ];
});

beforeEach(() => server.owner.query('truncate compliance_items cascade'));

afterAll(() => server.close());

const create = (form: object) =>
  server.call({
    method: 'POST',
    url: URL,
    payload: { actId, dueDate: { date: '2026-12-15', frequency: 'once' }, ...form },
    token,
  });
const update = (id: string, payload: object) => server.call({ method: 'PATCH', url: `${URL}/${id}`, payload, token });

async function createWell(form: object = {}): Promise<ComplianceItem> {
  const response = await create(form);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
}

async function updateWell(id: string, form: object): Promise<ComplianceItem> {
  const response = await update(id, form);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

/** Values in the order of the columns. */
const textsOf = ({ values }: ComplianceItem) => fields.map((id) => values[id]?.text);

describe('rejected forms', () => {
  const dueDate = { date: '2026-12-15', frequency: 'monthly' };
  const FORMS: [object, Record<string, string>][] = [
    [{ actId: '' }, { actId: ACT }],
    [{ actId: 7 }, { actId: ACT }],
    [{ actId: 'nonsense' }, { actId: ACT }],
    [{ actId: UNKNOWN_ID }, { actId: ACT }],
    [{ title: ' ' }, { title: 'Please enter a title' }],
    [{ title: 'x'.repeat(1_000) }, { title: 'Please use at most 200 characters' }],
    [{ description: 'x'.repeat(50_001) }, { description: 'Please use at most 50000 characters' }],
    [{ state: 'Atlantis' }, { state: 'State is required' }],
    [{ minEmployees: -1 }, { minEmployees: 'Minimum employees cannot be negative' }],
    [{ minEmployees: 20, maxEmployees: 19 }, { maxEmployees: RANGE }],
    [{ minEmployees: 51 }, { maxEmployees: RANGE }],
    [{ maxEmployees: 9 }, { maxEmployees: RANGE }],
    [{ maxEmployees: 1e300 }, { maxEmployees: 'Maximum employees must be at most 10,000,000' }],
    [{ accessLevel: 'gold' }, { accessLevel: 'Access level must be free or premium' }],
    [{ values: 'text' }, { values: 'Values must be given by field' }],
    [{ values: { [UNKNOWN_ID]: 'text' } }, { values: NO_FIELD }],
    [{ values: { nonsense: { text: '', isLink: false } } }, { values: NO_FIELD }],
    [{ values: { any: 7 } }, { values: 'A value must be text or a link' }],
    [{ values: { any: {} } }, { values: 'A value must be text or a link' }],
    [{ values: { any: { text: 'a', isLink: 'yes' } } }, { values: 'A value must be text or a link' }],
    [{ values: { any: 'x'.repeat(2_001) } }, { values: 'Please use at most 2000 characters' }],
    [{ values: { any: { text: 'javascript:alert(1)', isLink: true } } }, { values: LINK }],
    [{ values: { any: { text: 'ftp://example.in', isLink: true } } }, { values: LINK }],
    [{ values: { any: { text: 'example.in', isLink: true } } }, { values: LINK }],
    [{ dueDate: null }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: null } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: '' } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: '2026-02-30' } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: '2027-02-29' } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: '31/12/2026' } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: '0000-01-01' } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: '+275000-01-01' } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, date: 20261215 } }, { dueDate: DATE }],
    [{ dueDate: { ...dueDate, frequency: 'hourly' } }, { dueDate: 'Please select a frequency' }],
    [{ dueDate: { ...dueDate, reminderDays: [1.5] } }, { dueDate: REMINDERS }],
    [{ dueDate: { ...dueDate, reminderDays: [-1] } }, { dueDate: REMINDERS }],
    [{ dueDate: { ...dueDate, reminderDays: '7,3' } }, { dueDate: REMINDERS }],
    [
      { dueDate: { ...dueDate, reminderDays: Array(21).fill(1) } },
      { dueDate: 'There can be at most 20 reminder days' },
    ],
    [{ userId: 7 }, { userId: 'User ID is required' }],
    [
      { actId: '', title: '', minEmployees: 20, maxEmployees: 3, dueDate: { ...dueDate, date: 'soon' } },
      { actId: ACT, title: 'Please enter a title', maxEmployees: RANGE, dueDate: DATE },
    ],
  ];

  test.each(FORMS)('%j', async (form, errors) => {
    const { _id, updatedAt } = await createWell();
    for (const response of [await create(form), await update(_id, form)]) {
      expect([response.statusCode, response.json().errors]).toEqual([400, errors]);
      expect(Object.values(errors)).toContain(response.json().message);
    }
    const { data } = (await server.call({ url: URL, token })).json();
    expect(data).toMatchObject([{ _id, updatedAt }]);
  });

  test('a new item needs an act, a due date and a frequency', async () => {
    const response = await create({ actId: undefined, dueDate: undefined });
    expect(response.json().errors).toEqual({ actId: ACT, dueDate: DATE });
    expect((await create({ dueDate: { date: '2026-12-15' } })).json().message).toBe('Please select a frequency');
  });

  test.each(['yesterday', '', 7, '2026-11-21'])('the version %j', async (updatedAt) => {
    const { _id } = await createWell();
    expect((await update(_id, { updatedAt })).json().errors).toEqual({ updatedAt: DATE });
  });

  test('days the wrong way round are told before anything is saved', async () => {
    const url = `${URL}?from=2026-12-01&to=2026-11-01`;
    const payload = { actId, dueDate: { date: '2026-12-15', frequency: 'once' } };
    expect((await server.call({ method: 'POST', url, payload, token })).statusCode).toBe(400);
    expect((await server.call({ url: URL, token })).json().data).toEqual([]);
  });
});

test.each([
  ['<p onclick="steal()">one</p><script>steal()</script><b>two</b>', '<p>one</p><strong>two</strong>'],
  ['<a href="https://example.in">three</a><img src=x onerror=steal()><style>p{}</style>', 'three'],
  ['<p>&nbsp;</p><p><br></p>', ''],
])('the description %s is cleaned before it is stored', async (dirty, clean) => {
  const { _id, description } = await createWell({ description: dirty });
  expect(description).toBe(clean);
  expect((await updateWell(_id, { description: dirty })).description).toBe(clean);
});

describe('values', () => {
  test('come as text, as links and as plain strings; spaces around them go', async () => {
    const [first = '', second = ''] = fields;
    const item = await createWell({
      values: { [first]: ' https://example.in ', [second]: { text: ' http://example.in/form ', isLink: true } },
    });
    expect(item.values).toEqual({
      [first]: { text: 'https://example.in', isLink: false },
      [second]: { text: 'http://example.in/form', isLink: true },
    });
    expect((await updateWell(item._id, { values: { [second]: { text: 'by hand' } } })).values).toEqual({
      [first]: { text: 'https://example.in', isLink: false },
      [second]: { text: 'by hand', isLink: false },
    });
  });

  test('a new item without any says so in the first field', async () => {
    const [first = '', second = ''] = fields;
    expect(textsOf(await createWell({ values: {} }))).toEqual(['Default Text', '']);
    expect(textsOf(await createWell({ values: { [first]: ' ', [second]: { text: '', isLink: true } } }))).toEqual([
      'Default Text',
      '',
    ]);
    expect(textsOf(await createWell({ values: { [second]: 'given' } }))).toEqual(['', 'given']);
  });

  test('an emptied one goes, a locked one was never seen and stays', async () => {
    const [first = '', second = ''] = fields;
    const { _id } = await createWell({ values: { [first]: 'one', [second]: 'two' } });
    const values = { [first]: '', [second]: { text: '', isLink: false, locked: true } };
    expect(textsOf(await updateWell(_id, { values }))).toEqual(['', 'two']);
  });
});

describe('due dates', () => {
  test.each([
    ['2028-02-29', 'yearly', '2029-02-28'],
    ['2027-02-28', 'yearly', '2028-02-28'],
    ['2028-02-29', '2-years', '2030-02-28'],
    ['2028-01-31', 'monthly', '2028-02-29'],
    ['2026-08-31', 'half-yearly', '2027-02-28'],
    ['2026-12-15', 'once', '2026-12-15'],
    ['2026-12-15T23:30:00-05:30', 'weekly', '2026-12-22'],
    ['2200-12-31', 'daily', null],
  ])('%s %s is due next on %s, whatever the client says', async (date, frequency, next) => {
    const { dueDate } = await createWell({ dueDate: { date, frequency, nextDueDate: '1999-01-01' } });
    expect(dueDate.nextDueDate).toBe(next && `${next}T00:00:00.000Z`);
  });

  const NEVER = { date: null, frequency: 'never', nextDueDate: null, description: 'N/A' };

  test.each([{}, { date: '' }, { date: null }, { date: '2026-12-15', description: 'Soon' }])(
    'never has no date: %j',
    async (dueDate) => {
      expect((await createWell({ dueDate: { ...dueDate, frequency: 'never' } })).dueDate).toMatchObject(NEVER);
    },
  );

  test('never clears what there was, and a date is needed to come back', async () => {
    const { _id } = await createWell({ dueDate: { date: '2026-12-15', frequency: 'once', description: 'Soon' } });
    const changes = { frequency: 'never', reminderDays: [] };
    expect((await updateWell(_id, { dueDate: changes })).dueDate).toEqual({ ...NEVER, reminderDays: [] });
    expect((await updateWell(_id, { title: 'Renamed' })).dueDate).toMatchObject(NEVER);
    expect((await update(_id, { dueDate: { frequency: 'daily' } })).json().errors).toEqual({ dueDate: DATE });
    expect((await updateWell(_id, { dueDate: { frequency: 'daily', date: '2026-12-15' } })).dueDate).toMatchObject({
      date: '2026-12-15T00:00:00.000Z',
      nextDueDate: '2026-12-16T00:00:00.000Z',
      description: '',
    });
  });
});
