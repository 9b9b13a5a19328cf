import { expect, test } from 'vitest';
import { checkEdition, readEdition } from './edition.ts';

const { acts, conditions, items, retired, law, events, ...heading } = await readEdition();

const FILES = {
  'edition.json': heading,
  'acts.json': acts,
  'conditions.json': conditions,
  'items.json': items,
  'retired.json': retired,
  'events.json': events,
  'late-cost.json': law.lateCost,
  'code-rules.json': law.codeRules,
  'parameters/professional-tax.json': law.professionalTax,
  'parameters/welfare-fund.json': law.welfareFunds,
  'parameters/holidays.json': law.holidays,
};

type ListFile = Exclude<keyof typeof FILES, 'edition.json' | 'events.json'>;

type Change = (row: ReturnType<typeof JSON.parse>) => void;

/** The edition with one row of a file changed: its first row that has the key. */
function change(file: ListFile, key: string, edit: Change): Record<string, unknown> {
  const rows: ReturnType<typeof JSON.parse> = structuredClone(FILES[file]);
  edit(rows.find((row: { key?: string; state: string }) => (row.key ?? row.state) === key));
  return { ...FILES, [file]: rows };
}

const TAX = 'parameters/professional-tax.json';
const FUND = 'parameters/welfare-fund.json';
const COST = 'late-cost.json';

test.each<[ListFile, string, Change, string]>([
  [COST, 'epf-interest', (row) => row.itemKeys.push('no-such-item'), '"no-such-item" is not in items.json'],
  [COST, 'wages-late', (row) => row.dutyKeys.push('no-such-duty'), 'dutyKeys: "no-such-duty" is not in events.json'],
  [COST, 'epf-interest', (row) => row.itemKeys.push('epf-ecr'), 'names an item twice'],
  [COST, 'epf-interest', (row) => Object.assign(row, { rate: null }), 'rate: is for rules without bands'],
  [COST, 'epf-interest', (row) => Object.assign(row, { rate: 12.005 }), 'rate: must have at most two decimals'],
  [COST, 'epf-interest', (row) => Object.assign(row, { months: 'running' }), 'months: is for rules that count months'],
  [COST, 'esi-damages', (row) => Object.assign(row.bands[1], { from: 3 }), 'bands: have a gap before 3'],
  [COST, 'esi-damages', (row) => Object.assign(row.bands[0], { to: null }), 'bands: are open at the end'],
  [COST, 'wages-late', (row) => Object.assign(row.bands[0], { rupeesMin: 60_000 }), 'lie between two amounts'],
  [COST, 'epf-interest', (row) => Object.assign(row, { validUntil: '2024-01-01' }), 'validUntil: is before validFrom'],
  [COST, 'epf-interest', (row) => Object.assign(row, { examples: [] }), 'must be true without a worked example'],
  [COST, 'epf-interest', (row) => Object.assign(row, { validFrom: '2027-01-01' }), 'fall due while the rule is valid'],
  [COST, 'epf-interest', (row) => Object.assign(row, { key: 'epf-damages' }), '"epf-damages" is there twice'],
  [TAX, 'professional-tax.karnataka', (row) => Object.assign(row, { state: 'Delhi' }), 'has no act on professional'],
  [TAX, 'professional-tax.assam', (row) => Object.assign(row.value.slabs[1], { from: 15_002 }), 'a gap at 15002'],
  [
    TAX,
    'professional-tax.assam',
    (row) => Object.assign(row.value.slabs[2], { tax: 209 }),
    '2508 a year is above 2500',
  ],
  [TAX, 'professional-tax.assam', (row) => Object.assign(row.value.slabs[2], { tax: 180 }), 'does not rise at 25000'],
  [TAX, 'professional-tax.assam', (row) => row.value.slabs.pop(), 'slabs do not cover every income'],
  [TAX, 'professional-tax.karnataka', (row) => Object.assign(row.value.slabs[2], { from: 26_000 }), 'has no plain one'],
  [TAX, 'professional-tax.maharashtra', (row) => row.value.slabs.splice(4), 'leave a gender out'],
  [TAX, 'professional-tax.assam', (row) => Object.assign(row, { key: 'professional-tax.bihar' }), 'two values on one'],
  [FUND, 'welfare-fund.goa', (row) => Object.assign(row, { itemKey: 'lwf-delhi' }), '"lwf-delhi" is no item of Goa'],
  [FUND, 'welfare-fund.goa', (row) => Object.assign(row.value, { paid: 'yearly' }), 'is paid yearly, its item is due'],
  [FUND, 'welfare-fund.goa', (row) => Object.assign(row.value, { employer: null }), 'is either fixed or by wages'],
  [FUND, 'welfare-fund.goa', (row) => Object.assign(row, { dueDays: ['01-15'] }), 'are 01-15,07-15 of its item'],
  [FUND, 'welfare-fund.goa', (row) => Object.assign(row, { minEmployees: 5 }), 'minEmployees: is 1 of its item'],
  ['code-rules.json', 'Goa', (row) => Object.assign(row, { code: 'esi-act' }), '"esi-act" is no Code of acts.json'],
  ['code-rules.json', 'Goa', (row) => Object.assign(row, { code: 'code-osh' }), '"code-osh" is there twice for Goa'],
  ['code-rules.json', 'Goa', (row) => Object.assign(row, { state: 'Assam' }), 'has no row of Goa and "code-on-wages"'],
  ['parameters/holidays.json', 'sunday', (row) => Object.assign(row, { movesLegalDay: true }), 'movesLegalDay'],
])('%s %s: what contradicts is refused (%#)', (file, key, edit, reason) => {
  expect(() => checkEdition(change(file, key, edit))).toThrow(
    new RegExp(`\n${RegExp.escape(file)}.*${RegExp.escape(reason)}`),
  );
});
