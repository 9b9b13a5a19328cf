import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkEdition, readEdition } from './edition.ts';

const { acts, conditions, items, retired, events, law, ...heading } = await readEdition();

const LAW = {
  'late-cost.json': law.lateCost,
  'code-rules.json': law.codeRules,
  'parameters/professional-tax.json': law.professionalTax,
  'parameters/welfare-fund.json': law.welfareFunds,
  'parameters/holidays.json': law.holidays,
};

/** The shipped edition with its first item changed. */
function withFirstItem(patch: object) {
  const changed = items.map((item, index) => (index === 0 ? { ...item, ...patch } : item));
  return {
    ...{ 'edition.json': heading, 'acts.json': acts, 'items.json': changed },
    ...{ 'conditions.json': conditions, 'retired.json': retired, 'events.json': events },
    ...LAW,
  };
}

test('the shipped edition has no mistakes', () => {
  expect([heading.fields.length, acts.length, items.length]).toEqual([5, 86, 181]);
  expect(heading.checkedOn).toBe('2026-11-20');
  expect(heading.fields.map(({ name, accessLevel, isLink }) => [name, accessLevel, isLink])).toEqual([
    ['Form / Return', 'free', false],
    ['Authority', 'premium', false],
    ['Applicability', 'free', false],
    ['Penalty for default', 'premium', false],
    ['Portal', 'free', true],
  ]);
});

test.each([
  [{ act: 'no-such-act' }, 'act: "no-such-act" is not in acts.json'],
  [{ state: 'Atlantis' }, "state: must be a state or union territory, or '-' for all of them"],
  [{ firstDueDate: '2026-02-30' }, 'firstDueDate: must be a day such as 2026-11-20'],
  [{ firstDueDate: '15/12/2026' }, 'firstDueDate: must be a day such as 2026-11-20'],
  [{ firstDueDate: null }, "firstDueDate: must be a day, or null with the frequency 'never'"],
  [{ frequency: 'never' }, "firstDueDate: must be a day, or null with the frequency 'never'"],
  [{ frequency: 'sometimes' }, 'frequency: Invalid option'],
  [{ minEmployees: -1 }, 'minEmployees: Too small'],
  [{ minEmployees: 20, maxEmployees: 5 }, 'maxEmployees: must be 0 (unlimited) or at least minEmployees'],
  [{ title: ' ' }, 'title: must not be empty'],
  [{ title: 'EPF\u0000' }, 'title: must not have control characters'],
  [{ confidence: 'certain' }, 'confidence: Invalid option'],
  [{ reminderDays: ['7'] }, 'reminderDays, row 1: Invalid input: expected number'],
  [{ columns: { Colour: 'blue' } }, 'columns, Colour: is not a field of edition.json'],
  [{ columns: { Portal: 'javascript:alert(1)' } }, 'columns, Portal: must be an http or https address'],
  [{ description: '<p onclick="x()">hi</p>' }, 'description: may only have p, strong, em, ul, ol, li and br'],
  [{ description: '<script>x()</script>' }, 'description: may only have p, strong, em, ul, ol, li and br'],
  [{ description: '<p>never closed' }, 'description: may only have p, strong, em, ul, ol, li and br'],
  [{ conditions: [{ key: 'colour', is: ['blue'] }] }, 'conditions: "colour" is not in conditions.json'],
  [{ conditions: [{ key: 'nature', isNot: ['blue'] }] }, 'conditions: "blue" is no answer to "nature"'],
  [{ belowLimit: { key: 'nature', is: ['blue'] } }, 'conditions: "blue" is no answer to "nature"'],
  [{ conditions: [{ key: 'nature', is: [] }] }, 'conditions, row 1'],
  [{ exceptions: [{ of: '04-31', on: '04-30' }] }, 'exceptions, row 1, of: must be a month and a day'],
  [{ exceptions: [{ of: '04-08', on: '04-30' }] }, 'exceptions: Nothing falls due on 04-08'],
  [{ titel: 'EPF' }, 'Unrecognized key: "titel"'],
])('%j is refused with the row and the reason', (patch, reason) => {
  expect(() => checkEdition(withFirstItem(patch))).toThrow(
    new RegExp(`\nitems\\.json, row 1 \\(wages-monthly\\)[,:] ${RegExp.escape(reason)}`),
  );
});

test('a key that is there twice is refused where it is repeated', () => {
  expect(() => checkEdition(withFirstItem({ key: 'bonus-payment' }))).toThrow(
    '\nitems.json, row 2 (bonus-payment), key: "bonus-payment" is there twice',
  );
});

test.each([
  [{ key: 'wages-monthly' }, 'key: "wages-monthly" is an item still'],
  [{ into: 'no-such-item' }, 'into: "no-such-item" is not in items.json'],
])('a retired key with %j is refused', (patch, reason) => {
  const [first, ...rest] = retired;
  expect(() => checkEdition({ ...withFirstItem({}), 'retired.json': [{ ...first, ...patch }, ...rest] })).toThrow(
    new RegExp(`\nretired\\.json, row 1 \\(.*\\), ${reason}`),
  );
});

test('all mistakes are told at once', () => {
  const files = withFirstItem({ state: 'Atlantis', frequency: 'sometimes' });
  const [first, ...rest] = acts;
  expect(() => checkEdition({ ...files, 'acts.json': [{ ...first, name: '' }, ...rest] })).toThrow(
    /acts\.json, row 1 \(code-on-wages\), name: .*\nitems\.json, row 1 \(wages-monthly\), state: .*\nitems\.json, row 1 \(wages-monthly\), frequency: .*$/,
  );
});

test('what is no list, and what is no JSON, is refused too', async () => {
  expect(() => checkEdition({ ...withFirstItem({}), 'acts.json': {} })).toThrow(
    'acts.json: Invalid input: expected array',
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-edition-'));
  await mkdir(path.join(folder, 'parameters'));
  for (const file of Object.keys(withFirstItem({}))) await writeFile(path.join(folder, file), '{');
  await expect(readEdition(folder)).rejects.toThrow(/The catalogue was not loaded: [\w/-]+\.json is not JSON/);
  await rm(folder, { recursive: true });
});

test.each<[object, string]>([
  [{ kind: 'birthday' }, 'kind: "birthday" is not one of the kinds'],
  [{ act: 'no-such-act' }, 'act: "no-such-act" is not in acts.json'],
  [{ conditions: [{ key: 'colour', is: ['blue'] }] }, 'conditions: "colour" is not in conditions.json'],
  [{ countedFrom: 'birthday' }, 'countedFrom: "birthday" is no day of its kind'],
  [{ deadline: { n: 24, unit: 'hours', direction: 'after' } }, 'deadline: is in hours, and its kind asks for no time'],
  [{ deadline: { n: 2, unit: 'weeks', direction: 'after' } }, 'deadline, unit: Invalid option'],
  [{ portal: 'esic.gov.in' }, 'portal: must be an http or https address'],
  [{ minEmployees: 20, maxEmployees: 10 }, 'maxEmployees: must be 0'],
])('a duty of an event with %j is refused', (patch, reason) => {
  const [first, ...rest] = events.duties;
  const files = { ...withFirstItem({}), 'events.json': { ...events, duties: [{ ...first, ...patch }, ...rest] } };
  expect(() => checkEdition(files)).toThrow(`\nevents.json, duties, row 1 (join-esi-register), ${reason}`);
});
