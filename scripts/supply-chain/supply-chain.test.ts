import { expect, test } from 'vitest';
import { judgeLicences, listLicences, readSbom } from './licences.ts';
import { describeAudit } from './vulnerabilities.ts';

const POLICY = { allowed: ['MIT', 'ISC', 'OFL-1.1'], read: {} };

function write(licences: Record<string, object[]>): string {
  const components = Object.entries(licences).map(([name, licenses]) => ({
    name,
    purl: `pkg:npm/${encodeURIComponent(name).replace('%2F', '/')}@1.0.0`,
    version: '1.0.0',
    licenses,
  }));
  return JSON.stringify({ bomFormat: 'CycloneDX', components });
}

const id = (licence: string) => [{ license: { id: licence } }];
const expression = (text: string) => [{ expression: text }];

test.each([
  [id('MIT'), true],
  [id('GPL-3.0-only'), false],
  [[], false],
  [[{ license: { name: 'Our own' } }], false],
  [expression('MIT OR GPL-3.0-only'), true],
  [expression('(MIT OR GPL-3.0-only)'), true],
  [expression('MIT AND OFL-1.1'), true],
  [expression('MIT AND GPL-3.0-only'), false],
  [expression('(MIT OR GPL-3.0-only) AND ISC'), true],
  [expression('(GPL-2.0-only OR GPL-3.0-only) AND ISC'), false],
])('a package under %j is allowed: %s', (licences, allowed) => {
  const faults = judgeLicences(readSbom(write({ part: licences })), POLICY);
  expect(faults).toHaveLength(allowed ? 0 : 1);
});

test('a licence that npm can not read is read by somebody, for a package that there is', () => {
  const read = { part: { licence: 'ISC', from: 'its LICENSE' }, gone: { licence: 'ISC', from: 'its LICENSE' } };
  const components = readSbom(write({ part: [], '@anupalan/server': [] }));
  const policy = { ...POLICY, read };
  expect(judgeLicences(components, policy)).toEqual(['licences.json names gone, which is no package of the lock file']);
  expect(listLicences(components, policy)).toBe('ISC\n  part 1.0.0\n');
});

test.each([
  ['', 'not checked, the registry gave no answer'],
  ['{"message":"405 Method Not Allowed"}', 'not checked, the registry gave no answer'],
  ['{"vulnerabilities":{}}', 'none in what runs in production'],
])('what the registry answers is said: %j', (answer, line) => {
  expect(describeAudit(answer)).toEqual([`Known vulnerabilities: ${line}`]);
});

test('known vulnerabilities are said worst first, with the time there is to update', () => {
  const found = (name: string, severity: string) => ({ name, severity, range: '<2.0.0' });
  const vulnerabilities = { a: found('a', 'low'), b: found('b', 'critical'), c: found('c', 'high') };
  expect(describeAudit(JSON.stringify({ vulnerabilities }))).toEqual([
    'WARNING: 3 packages that run in production have known vulnerabilities',
    '  critical: b <2.0.0, update within 2 days',
    '  high: c <2.0.0, update within 7 days',
    '  low: a <2.0.0, update with the next version',
  ]);
});
