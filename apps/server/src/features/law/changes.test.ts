import { LawChange } from '@anupalan/contract/law/changes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { fillCatalogue, loadCatalogue } from '../catalogue/commands-load.ts';
import { type Edition, readEdition } from '../catalogue/edition.ts';

const shipped = await readEdition();
let server: TestApp;
let owner: Person;

beforeAll(async () => {
  server = await startTestApp();
});

beforeEach(async () => {
  await server.owner.query(
    'truncate acts, compliance_fields, compliance_items, catalogue_keys, law_rows, law_changes cascade',
  );
  await load(shipped);
  owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 25, state: 'Karnataka' } });
});

afterAll(() => server.close());

const load = (edition: Edition) => loadCatalogue(server.services.database.db, edition);

async function changesOf(who = owner, query = '') {
  const response = await server.call({ url: `/api/law/changes${query}`, token: who.token });
  return response.json();
}

const told = async (who = owner) =>
  (await changesOf(who)).data.map(({ change, title }: { change: string; title: string }) => `${change}: ${title}`);

/** The shipped edition with rows changed, by their keys. */
function makeNewer(law: Partial<Edition['law']>, items = shipped.items, retired = shipped.retired): Edition {
  return { ...shipped, edition: '2027.1', items, retired, law: { ...shipped.law, ...law } };
}

const KARNATAKA = 'professional-tax.karnataka';

/** The slabs of Karnataka end on 31 March 2027, and others begin. */
const NEWER_TAX = shipped.law.professionalTax.flatMap((row) => {
  if (row.key !== KARNATAKA) return [row];
  const value = { ...row.value, slabs: [{ from: 0, to: null, tax: 150, month: null, gender: null }] };
  return [
    { ...row, validUntil: '2027-03-31' },
    { ...row, value, validFrom: '2027-04-01' },
  ];
});

test('nothing changed on a fresh installation, and by loading the same again', async () => {
  await load(shipped);
  expect(await changesOf()).toEqual({
    ...{ status: 'success', data: [] },
    pagination: { page: 1, limit: 50, total: 0, pages: 0 },
  });
});

test('a new rate has its first day, what it was and what it is', async () => {
  await load(makeNewer({ professionalTax: NEWER_TAX }));
  expect((await changesOf()).data).toEqual([
    {
      _id: expect.any(String),
      at: expect.any(String),
      ...{ edition: '2027.1', change: 'rate-changed', about: 'professional-tax', itemId: null },
      ...{ title: 'Professional tax in Karnataka', state: 'Karnataka', effectiveOn: '2027-04-01T00:00:00.000Z' },
      was: 'up to ₹24,999: nothing; ₹25,000 and more: ₹200; ₹25,000 and more: ₹300 in February (a month)',
      now: 'any income: ₹150 (a month)',
      source: expect.stringContaining('taxguru.in'),
    },
  ]);
  const asked = await server.call({ url: '/api/rates/professional-tax?state=Karnataka&on=2027-03-31&salary=30000' });
  const after = await server.call({ url: '/api/rates/professional-tax?state=Karnataka&on=2027-04-01&salary=30000' });
  expect([asked.json().data.tax, after.json().data.tax]).toEqual([200, 150]);
});

test('rules, stages and items that began, changed, moved, merged and ended are told once each', async () => {
  const lateCost = shipped.law.lateCost
    .filter(({ key }) => key !== 'epf-damages')
    .map((rule) => (rule.key === 'epf-interest' ? { ...rule, rate: 15, validFrom: '2027-01-01', examples: [] } : rule));
  const codeRules = shipped.law.codeRules.map((rule) =>
    rule.state === 'Karnataka' && rule.code === 'code-osh' ? { ...rule, stage: 'final' as const } : rule,
  );
  const items = shipped.items
    .filter(({ key }) => !['pt-ka-enrolment', 'edli-contribution'].includes(key))
    .map((item) => (item.key === 'epf-ecr' ? { ...item, firstDueDate: '2026-04-20' } : item));
  const epf = shipped.items.find(({ key }) => key === 'epf-ecr');
  if (!epf) throw new Error('The edition has no EPF');
  const more = [...items, { ...epf, key: 'new-return', title: 'A new return', columns: {} }];
  const gone = { reason: 'It is over', records: [], source: 'A gazette (https://gazette.example)' };
  const retired = [
    { ...gone, key: 'pt-ka-enrolment', into: null },
    { ...gone, key: 'edli-contribution', into: 'epf-ecr' },
  ];
  await load(makeNewer({ lateCost, codeRules }, more, retired));
  const title = (key: string) => shipped.items.find((item) => item.key === key)?.title;
  expect(new Set(await told())).toEqual(
    new Set([
      'ended: EPF, pension and insurance dues: damages',
      'rate-changed: EPF, pension and insurance dues: interest',
      'stage-changed: Occupational Safety, Health and Working Conditions Code, 2020: rules of Karnataka',
      'added: A new return',
      `moved: ${title('epf-ecr')}`,
      `merged: ${title('edli-contribution')}`,
      `ended: ${title('pt-ka-enrolment')}`,
    ]),
  );
  const { data } = await changesOf();
  const moved = data.find(({ change }: { change: string }) => change === 'moved');
  expect([moved.was, moved.now, moved.effectiveOn]).toEqual([
    'Every month, first due 15/04/2026',
    'Every month, first due 20/04/2026',
    '2026-04-20T00:00:00.000Z',
  ]);
  const page = await changesOf(owner, '?page=2&limit=3');
  expect([page.data.length, page.pagination]).toEqual([3, { page: 2, limit: 3, total: 7, pages: 3 }]);
});

test('an exception of a due day that moves is a move', async () => {
  const items = shipped.items.map((item) =>
    item.key === 'tds-deposit' ? { ...item, exceptions: [{ of: '04-07', on: '04-28' }] } : item,
  );
  await load(makeNewer({}, items));
  const { data } = await changesOf();
  expect(data).toMatchObject([
    {
      change: 'moved',
      was: expect.stringMatching(/^Every month, first due .*; 30\/04 instead of 07\/04$/),
      now: expect.stringMatching(/^Every month, first due .*; 28\/04 instead of 07\/04$/),
    },
  ]);
});

test('a company hears of its states, of what may apply to it, and since it was made', async () => {
  const factory = shipped.items.find(({ key, state }) => state === 'Karnataka' && key.startsWith('factor'));
  const other = { employeeCount: 25, state: 'Goa' } as const;
  const goa = await addPerson(server.services, { role: 'premium', company: other });
  const items = shipped.items.map((item) =>
    item.key === factory?.key || item.key === 'lwf-goa' ? { ...item, firstDueDate: '2027-01-10' } : item,
  );
  await load(makeNewer({ professionalTax: NEWER_TAX }, items));
  const later = await addPerson(server.services, { role: 'premium', company: { ...other, state: 'Karnataka' } });
  expect(await told(owner)).toContain('rate-changed: Professional tax in Karnataka');
  expect((await told(goa)).map((line: string) => line.split(':')[0])).toEqual(['moved']);
  expect(await told(later)).toEqual([]);
});

test('what an administrator edited did not change', async () => {
  await server.owner.query(`update compliance_items set edited_at = now() where catalogue_key = 'epf-ecr'`);
  const items = shipped.items.map((item) => (item.key === 'epf-ecr' ? { ...item, firstDueDate: '2026-04-20' } : item));
  await load(makeNewer({}, items));
  expect(await told()).toEqual([]);
});

test('a start fills the law of a database from before there was any, which is no change', async () => {
  await server.owner.query('truncate law_rows');
  await fillCatalogue(server.services.database.db, readEdition);
  const { rows } = await server.owner.query('select kind, count(*)::int from law_rows group by kind order by kind');
  expect(Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))).toEqual({
    ...{ 'code-rule': 148, holiday: 6, 'late-cost': 25 },
    ...{ 'professional-tax': 21, 'welfare-fund': 17 },
  });
  expect(await told()).toEqual([]);
});

describe('an extension', () => {
  const publish = async (changes: object = {}) => {
    const admin = await addPerson(server.services, { role: 'admin' });
    const { rows } = await server.owner.query(`select id from compliance_items where catalogue_key = 'epf-ecr'`);
    const form = { itemId: rows[0].id, forDate: '2026-12-15', day: '2026-12-22', authority: 'EPFO' };
    const payload = { ...form, link: 'https://epfo.example/12', ...changes };
    const sent = { method: 'POST', url: '/api/extensions', token: admin.token } as const;
    const { _id } = (await server.call({ ...sent, payload })).json().data;
    return {
      _id,
      itemId: rows[0].id,
      takeBack: () => server.call({ ...sent, method: 'DELETE', url: `/api/extensions/${_id}` }),
    };
  };

  test('is told when it is published and when it is taken back, in the feed too', async () => {
    const { _id, itemId, takeBack } = await publish({ states: ['Karnataka'] });
    const told = {
      ...{ at: expect.any(String), edition: null, about: 'item', itemId, title: 'EPF: file ECR and pay contributions' },
      ...{ state: 'Karnataka', effectiveOn: expect.any(String), source: 'EPFO (https://epfo.example/12)' },
    };
    const published = { _id, change: 'extended', was: 'Due on 15/12/2026', now: 'Due on 22/12/2026' };
    expect((await changesOf()).data).toEqual([{ ...told, ...published }]);
    await takeBack();
    const { data } = await changesOf();
    expect(data).toEqual([
      { ...told, _id: expect.any(String), change: 'taken-back', was: published.now, now: published.was },
      { ...told, ...published },
    ]);
    expect(LawChange.array().parse(data)[0]?._id).not.toBe(_id);
    const { body } = await server.call({ url: '/api/law/changes.atom' });
    expect(body).toMatch(/<title>Extension taken back: EPF.*<title>Extended: EPF/s);
    expect(body).toContain('Karnataka. Was: Due on 15/12/2026. Now: Due on 22/12/2026. From');
    expect(body).not.toContain('Edition null');
  });

  test('comes to the companies that it covers, and says for whom it is', async () => {
    const goa = await addPerson(server.services, { company: { employeeCount: 25, state: 'Goa' } });
    const excluding = await addPerson(server.services, { company: { employeeCount: 25, state: 'Goa' } });
    const { itemId } = await publish({ states: ['Goa', 'Kerala'], condition: 'Hit by the flood' });
    const now = 'Due on 22/12/2026, for companies that meet this: Hit by the flood';
    expect((await changesOf(goa)).data).toMatchObject([{ state: '-', states: ['Goa', 'Kerala'], now }]);
    const later = await addPerson(server.services, { company: { employeeCount: 25, state: 'Goa' } });
    const url = `/api/compliance/data/${itemId}/does-not-apply`;
    await server.call({ method: 'PUT', url, token: excluding.token, payload: { reason: 'Exempted trust' } });
    for (const person of [owner, excluding, later]) expect(await told(person)).toEqual([]);
  });

  test('of some states begins where the one for all left off', async () => {
    const { takeBack } = await publish();
    await publish({ states: ['Karnataka'], day: '2026-12-30' });
    await takeBack();
    expect((await changesOf()).data.map(({ was, now }: LawChange) => `${was} → ${now}`)).toEqual([
      'Due on 22/12/2026 → Due on 15/12/2026',
      'Due on 22/12/2026 → Due on 30/12/2026',
      'Due on 15/12/2026 → Due on 22/12/2026',
    ]);
  });
});

test('the feed is Atom, for anybody, and escapes what it says', async () => {
  const empty = await server.call({ url: '/api/law/changes.atom' });
  expect(empty.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(empty.body).not.toContain('<entry>');
  const lateCost = shipped.law.lateCost.map((rule) =>
    rule.key === 'esi-interest' ? { ...rule, title: 'Interest <b>& more</b>', rate: 13 } : rule,
  );
  await load(makeNewer({ lateCost }));
  const { body } = await server.call({ url: '/api/law/changes.atom', headers: { host: 'elsewhere.example' } });
  expect(body).toContain('<title>Rate changed: Interest &lt;b&gt;&amp; more&lt;/b&gt;</title>');
  // Proxies keep it: it names the server, not the host that somebody asked for.
  expect(body).toContain(`href="${server.services.config.publicUrl}/api/law/changes.atom"`);
  expect(body).not.toContain('elsewhere');
  expect(body).toContain('Was: 12% a year. Now: 13% a year. From 21/11/2025. Edition 2027.1.');
});
