import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CODE_STAGES } from '@anupalan/contract/law/codes';
import { ALL_STATES, STATES } from '@anupalan/domain/states';
import { expect, test } from 'vitest';
import { readEdition } from './edition.ts';

const { items, law } = await readEdition();
const readme = await readFile(path.join(import.meta.dirname, '../../../../../catalogue/README.md'), 'utf8');

const LEVELS = ['high', 'medium', 'low'] as const;

interface Sure {
  readonly confidence: (typeof LEVELS)[number];
}

const PARTS: readonly (readonly [name: string, rows: readonly Sure[]])[] = [
  ['obligations', items],
  ['late cost', law.lateCost],
  ['professional tax', law.professionalTax],
  ['welfare funds', law.welfareFunds],
  ['holidays', law.holidays],
  ['rules under the Codes', law.codeRules],
];

function countLevels(rows: readonly Sure[]): number[] {
  return LEVELS.map((level) => rows.filter(({ confidence }) => confidence === level).length);
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

test('README says how sure each part is, as the data have it', () => {
  for (const [name, rows] of PARTS) expect(readme).toContain(row([name, rows.length, ...countLevels(rows)]));
});

test('README says what there is of each state, as the data have it', () => {
  for (const state of [ALL_STATES, ...STATES]) {
    const of = <T extends { state: string }>(rows: readonly T[]) => rows.filter((one) => one.state === state);
    const obligations = of(items);
    const tax = of(law.professionalTax).map(({ confidence }) => confidence);
    const funds = of(law.welfareFunds).map(({ confidence }) => confidence);
    const stages = new Set(of(law.codeRules).map(({ stage }) => stage));
    const cells = [
      state === ALL_STATES ? 'All of India' : state,
      obligations.length,
      ...countLevels(obligations),
      tax.join(', '),
      funds.join(', '),
      CODE_STAGES.filter((stage) => stages.has(stage)).join(', '),
    ];
    expect(readme).toContain(row(cells));
  }
});

test('README says which rules have worked examples', () => {
  const withExamples = law.lateCost.filter(({ examples }) => examples.length > 0);
  const examples = law.lateCost.flatMap((rule) => rule.examples);
  expect(readme).toContain(
    `${law.lateCost.length} rules, ${withExamples.length} of them with worked examples (${examples.length} in all)`,
  );
});
