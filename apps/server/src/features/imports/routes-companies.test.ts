import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { ImportCalls } from './import-calls.fixture.ts';

let calls: ImportCalls;
let consultant: Person;

beforeAll(async () => {
  calls = await ImportCalls.start();
});

beforeEach(async () => {
  const company = { employeeCount: 20, state: 'Kerala' } as const;
  consultant = await addPerson(calls.world.server.services, { role: 'premium', company });
});

afterAll(() => calls.world.server.close());

const HEADS = 'Key,Company,State,Employees,City,EPF code,ESI code,Managers,Members';
const MILLS =
  'C-1,Lakshmi Mills,Karnataka,85,Bengaluru,BG/BNG/0012345/000,,boss@example.in,"hr@example.in, HR@example.in"';
const STORES = 'C-2,Meera Stores,All India,"1,200",,,,,';

const get = (person: Person, path: string, company?: string) =>
  calls.world.server
    .call({ url: `/api${path}`, token: person.token, ...(company && { headers: { 'x-company': company } }) })
    .then((response) => response.json().data);

async function idOf(name: string): Promise<string> {
  const companies = await get(consultant, '/memberships');
  return companies.find(({ companyName }: { companyName: string }) => companyName === name)?.companyId;
}

describe('companies', () => {
  test('are made with their registrations, and their people are noted and not mailed', async () => {
    const { enqueued } = calls.world.server;
    const before = enqueued.length;
    expect(await calls.sendWell(consultant, 'companies', [HEADS, MILLS, STORES])).toMatchObject({
      counts: { add: 2 },
      drafts: 2,
    });
    const mills = await idOf('Lakshmi Mills');
    expect(await get(consultant, '/registrations', mills)).toMatchObject([{ kind: 'epf', number: 'BGBNG0012345000' }]);
    expect(await get(consultant, '/invitations/drafts', mills)).toMatchObject([
      { email: 'boss@example.in', role: 'manager' },
      { email: 'hr@example.in', role: 'member' },
    ]);
    expect(await get(consultant, '/invitations', mills)).toEqual([]);
    expect(enqueued.length).toBe(before);
    expect(await get(consultant, '/activity?what=imports', mills)).toMatchObject([{ about: { kind: 'companies' } }]);
  });

  test('a draft goes once its person is invited, or is removed', async () => {
    await calls.sendWell(consultant, 'companies', [HEADS, MILLS]);
    const mills = await idOf('Lakshmi Mills');
    const headers = { 'x-company': mills };
    const payload = { email: 'boss@example.in', role: 'manager' };
    await calls.world.server.call({
      method: 'POST',
      url: '/api/invitations',
      headers,
      payload,
      token: consultant.token,
    });
    const [hr, ...others] = await get(consultant, '/invitations/drafts', mills);
    expect([hr.email, others]).toEqual(['hr@example.in', []]);
    const url = `/api/invitations/drafts/${hr._id}`;
    const { token } = consultant;
    const removed = await calls.world.server.call({ method: 'DELETE', url, headers, token });
    expect(removed.json().message).toBe('Address removed');
    expect(await get(consultant, '/invitations/drafts', mills)).toEqual([]);
    expectFailure(
      await calls.world.server.call({ method: 'DELETE', url, headers, token }),
      404,
      'Nobody of this address is noted',
    );
    // Who is invited is noted no more.
    await calls.sendWell(consultant, 'companies', [HEADS, MILLS], { existing: 'update' });
    expect((await get(consultant, '/invitations/drafts', mills)).map(({ email }: { email: string }) => email)).toEqual([
      'hr@example.in',
    ]);
  });

  test('are found again by key or name, and skipped or updated', async () => {
    await calls.sendWell(consultant, 'companies', [HEADS, MILLS]);
    const changed = [
      HEADS,
      MILLS.replace('Lakshmi Mills', 'Lakshmi Textiles')
        .replace('85', '90')
        .replace(',,boss', ',31001234560000999,boss'),
    ];
    expect((await calls.sendWell(consultant, 'companies', changed)).counts).toMatchObject({ add: 0, skip: 1 });
    const { counts } = await calls.sendWell(consultant, 'companies', changed, { existing: 'update' });
    expect(counts).toMatchObject({ add: 0, update: 1 });
    const numbers = await get(consultant, '/registrations', await idOf('Lakshmi Textiles'));
    expect(numbers.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['epf', 'esi']);
  });

  test('one made by hand keeps the key of the row that was about it', async () => {
    const byHand = { companyName: 'Hand Mills', state: 'Kerala', employeeCount: 5 };
    const made = { method: 'POST', url: '/api/companies', token: consultant.token, payload: byHand } as const;
    expect((await calls.world.server.call(made)).statusCode).toBe(201);
    for (const name of ['Hand Mills', 'Handmade Mills']) {
      const row = `C-7,${name},Kerala,6,,,,,`;
      const { counts } = await calls.sendWell(consultant, 'companies', [HEADS, row], { existing: 'update' });
      expect(counts).toMatchObject({ add: 0, update: 1 });
    }
    expect(await idOf('Handmade Mills')).toEqual(expect.any(String));
  });

  test('of somebody else aren’t touched, whatever their name', async () => {
    const other = await addPerson(calls.world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    const theirs = await companyOf(calls.world.server.services, other);
    await join(calls.world.server.services, consultant, other, { role: 'member' });
    const row = ',Rao & Sons,Kerala,99,,,,,';
    await calls.sendWell(consultant, 'companies', [HEADS, row], { existing: 'update' });
    const { rows } = await calls.world.server.owner.query('select employee_count from companies where id = $1', [
      theirs,
    ]);
    expect(rows).toEqual([{ employee_count: 20 }]);
  });

  test('need room in the plan, told before anything is made', async () => {
    const free = await addPerson(calls.world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    expect(await calls.faultsOf(free, 'companies', [HEADS, MILLS])).toEqual([
      expect.stringMatching(/^2 Company: The Free plan covers one company/),
    ]);
    expectFailure(
      await calls.send(free, 'companies', [HEADS, MILLS]),
      400,
      'Nothing was imported: there is a fault in the file',
    );
  });

  test('what only their writing would find out is told with its row', async () => {
    const twice = `,Twice Mills,Kerala,5,,BG/BNG/0012345/000;BGBNG0012345000,,,`;
    expect((await calls.sendWell(consultant, 'companies', [HEADS, twice])).counts).toMatchObject({ add: 1 });
    const numbers = Array.from({ length: 501 }, (_, n) => `BGBNG${String(n).padStart(7, '0')}000`).join(';');
    expect(await calls.faultsOf(consultant, 'companies', [HEADS, `,Many Mills,Kerala,5,,"${numbers}",,,`])).toEqual([
      '2 EPF code: at most 500 registrations of a company, with those that are there',
    ]);
    const { owner } = calls.world.server;
    const frozen = await idOf('Twice Mills');
    const workspace = `(select workspace_id from companies where id = '${frozen}')`;
    await owner.query(`update memberships set role = 'manager' where workspace_id = ${workspace};
      update workspaces set frozen_from = now() where id = ${workspace}`);
    expect(await calls.faultsOf(consultant, 'companies', [HEADS, twice], { existing: 'update' })).toEqual([
      expect.stringMatching(/^2 Company: This company is frozen/),
    ]);
  });

  test('the same licence number of another state is another one', async () => {
    const heads = 'Company,State,Employees,Factory licence';
    const numbers = async () =>
      (await get(consultant, '/registrations', await idOf('Two Mills'))).map(
        ({ number, state }: { number: string; state: string }) => `${number} ${state}`,
      );
    await calls.sendWell(consultant, 'companies', [heads, 'Two Mills,Kerala,5,F-12']);
    await calls.sendWell(consultant, 'companies', [heads, 'Two Mills,Goa,5,F-12'], { existing: 'update' });
    await calls.sendWell(consultant, 'companies', [heads, 'Two Mills,Goa,5,F-12'], { existing: 'update' });
    expect((await numbers()).toSorted()).toEqual(['F-12 Goa', 'F-12 Kerala']);
  });

  test('faults are told all at once', async () => {
    const file = [HEADS, ',M,Karnataka,0,,12,99,nobody,', 'C-1,Meera Stores,Kerala,5,,,,,', 'C-1,Stores,Kerala,5,,,,,'];
    expect(await calls.faultsOf(consultant, 'companies', file)).toEqual([
      '2 Company: Company name must be at least 2 characters',
      '2 Employees: Employee count must be at least 1',
      expect.stringMatching(/^2 EPF code: An EPF code has five letters/),
      expect.stringMatching(/^2 ESI code: An ESI code/),
      '2 Managers: e-mail addresses: nobody is none',
      '4 Company: one row for each: row 3 is about the same',
    ]);
  });
});

describe('the catalogue', () => {
  const ITEMS = 'Key,Act,Obligation,Frequency,First due date,State,Plan,Minimum employees';
  const rows = [
    'K-1,New Act,File a form,Monthly,15/01/2027,Kerala,Premium,20',
    'K-2,Shops Act,Show a notice,Never,,,,',
  ];

  test('gets obligations and the acts that they need, by administrators', async () => {
    const { admin, premium } = calls.world.people;
    expectFailure(await calls.send(premium, 'catalogue', [ITEMS, ...rows]), 403, 'Only administrators can do this');
    expect((await calls.sendWell(admin, 'catalogue', [ITEMS, ...rows])).counts).toMatchObject({ add: 2 });
    const items = await get(admin, '/compliance/data');
    const made = items.filter(({ title }: { title: string }) => ['File a form', 'Show a notice'].includes(title));
    expect(made).toMatchObject([
      {
        title: 'File a form',
        state: 'Kerala',
        minEmployees: 20,
        accessLevel: 'premium',
        dueDate: { frequency: 'monthly' },
      },
      { title: 'Show a notice', dueDate: { frequency: 'never' } },
    ]);
    expect((await get(admin, '/acts')).map(({ name }: { name: string }) => name)).toContain('New Act');
    const again = rows.map((row) => row.replace(/20$/, '30').replace('File a form', 'File another form'));
    expect((await calls.sendWell(admin, 'catalogue', [ITEMS, ...again])).counts).toMatchObject({ add: 0, skip: 2 });
    const updated = await calls.sendWell(admin, 'catalogue', [ITEMS, ...again], { existing: 'update' });
    expect(updated.counts).toMatchObject({ add: 0, update: 2 });
    const { rows: audits } = await calls.world.server.owner.query(
      `select action, details ->> 'items' as items from audit_log where action = 'compliance-items.import'`,
    );
    expect(audits).toEqual([{ action: 'compliance-items.import', items: '2' }]);
  });

  test('sizes that the act or what is there doesn’t fit are told with their rows', async () => {
    const { admin } = calls.world.people;
    const heads = 'Act,Obligation,Frequency,First due date,Minimum employees,Maximum employees';
    const row = (title: string, sizes: string) => `Sized Act,${title},Yearly,31/03/2027,${sizes}`;
    await calls.sendWell(admin, 'catalogue', [heads, row('For some', '10,50')]);
    await calls.world.server.owner.query(`update acts set max_employees = 40 where name = 'Sized Act'`);
    const file = [heads, row('For many', '60,'), row('For some', '60,')];
    const range = 'Maximum employees must be greater than or equal to minimum employees';
    expect(await calls.faultsOf(admin, 'catalogue', file, { existing: 'update' })).toEqual([
      `2 Maximum employees: ${range}`,
      `3 Maximum employees: ${range}`,
    ]);
  });

  test('keeps the key of the row that was about what is there', async () => {
    const { admin } = calls.world.people;
    const send = (key: string, title: string) =>
      calls.sendWell(admin, 'catalogue', [ITEMS, `${key},Shops Act,${title},Yearly,31/03/2027,,,`], {
        existing: 'update',
      });
    await send('', 'Paint the hall');
    await send('K-20', 'Paint the hall');
    expect((await send('K-20', 'Paint all halls')).counts).toMatchObject({ add: 0, update: 1 });
  });

  test('is told at once to who reads it', async () => {
    const { admin, premium } = calls.world.people;
    const titles = async () => (await get(premium, '/compliance/data')).map(({ title }: { title: string }) => title);
    await titles();
    await calls.sendWell(admin, 'catalogue', [ITEMS, 'K-9,Shops Act,Keep a register,Yearly,31/03/2027,,,']);
    expect(await titles()).toContain('Keep a register');
  });
});
