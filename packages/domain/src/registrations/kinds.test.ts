import { expect, test } from 'vitest';
import { REGISTRATION_KINDS, registrationLabel, registrationNoun, registrationState, renewalDueOn } from './kinds.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test.each([
  ['factory', null, '2026-12-31', '2026-11-01'],
  ['factory', 'Karnataka', '2026-12-31', '2026-11-01'],
  ['factory', 'Tamil Nadu', '2026-12-31', '2026-10-31'],
  ['shops', 'Tamil Nadu', '2027-03-01', '2026-12-31'],
  ['trade-licence', null, '2027-03-31', '2027-01-30'],
  ['fssai', null, '2026-12-31', '2026-12-01'],
  ['contract-labour', null, '2026-12-31', '2026-12-01'],
  ['contract-labour', 'Tamil Nadu', '2026-12-31', '2026-12-01'],
] as const)('the renewal of %s in %s until %s falls due on %s (R-registrations-7)', (kind, state, until, due) => {
  expect(renewalDueOn({ kind, state }, day(until)).toString()).toBe(due);
});

test.each([
  [null, null, 'current'],
  [null, '2026-11-01', 'current'],
  ['2027-06-30', null, 'current'],
  ['2027-01-21', null, 'current'],
  ['2027-01-20', null, 'renew-soon'],
  ['2026-11-21', null, 'renew-soon'],
  ['2026-11-20', null, 'expired'],
  ['2026-11-20', '2026-11-01', 'renewal-pending'],
  ['2027-06-30', '2026-11-01', 'renewal-pending'],
] as const)('on 21 November a licence until %s, renewal filed on %s, is %s', (until, filed, state) => {
  const period = { until: until && day(until), renewalFiledOn: filed && day(filed) };
  expect(registrationState({ kind: 'factory', state: null }, period, day('2026-11-21'))).toBe(state);
});

test('every kind has words of its own', () => {
  expect(new Set(REGISTRATION_KINDS.map(registrationLabel)).size).toBe(REGISTRATION_KINDS.length);
  for (const kind of REGISTRATION_KINDS) expect(registrationNoun(kind)).not.toMatch(/^(?:A |The )/);
});
