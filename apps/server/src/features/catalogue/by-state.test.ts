import path from 'node:path';
import { type ApplicabilityRule, applies } from '@anupalan/domain/applicability';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import { describeDeadline } from '@anupalan/domain/events/deadline';
import { openDuties } from '@anupalan/domain/events/open-duties';
import { LABOUR_CODES } from '@anupalan/domain/law/labour-codes';
import { ALL_STATES, STATES, type StateOrAll } from '@anupalan/domain/states';
import { expect, test } from 'vitest';
import { readEdition } from './edition.ts';
import { completeWith, listWantedEventDuties } from './list-wanted.ts';

const TABLE = path.join(import.meta.dirname, '../../../../../catalogue/by-state.md');

const HEADCOUNTS = [5, 15, 25, 60, 150, 400];
const edition = await readEdition();
const complete = completeWith(edition.conditions);
const regimes = new Map(edition.acts.map(({ key, regime }) => [key, regime]));

/** Who has told its state and its headcount, and nothing else. */
const companyIn = (state: StateOrAll, employeeCount: number): CompanyReach => ({ employeeCount, states: [state] });

/** What an obligation or a duty is for a company: its sign in the table, empty for none. */
type Sign = '' | 'yes' | 'if' | '?';

interface Row {
  readonly state: StateOrAll;
  /** Its key; null where it rests on none. */
  readonly act: string | null;
  readonly what: string;
  readonly asks: readonly string[];
  readonly signIn: (state: StateOrAll, headcount: number) => Sign;
}

const obligations = edition.items.map(({ key, act, state, frequency, ...item }): Row => {
  const { minEmployees, maxEmployees, conditions, belowLimit } = item;
  const rule: ApplicabilityRule = {
    ...{ id: key, state, minEmployees, maxEmployees },
    conditions: conditions.map(complete),
    belowLimit: belowLimit && complete(belowLimit),
  };
  return {
    ...{ state, act, what: `${key}, ${frequency === 'never' ? 'no date' : frequency}` },
    asks: questionsOf(rule),
    signIn(place, headcount) {
      const { outcome } = applies(rule, companyIn(place, headcount));
      return outcome === 'applies' ? 'yes' : outcome === 'may-apply' ? '?' : '';
    },
  };
});

const duties = listWantedEventDuties(edition).map(({ kind, act, definition }): Row => {
  const { key, state, deadline, condition } = definition;
  return {
    ...{ state, act, what: `${kind}: ${key}, ${describeDeadline(deadline)}` },
    asks: [...questionsOf(definition), ...(condition === null ? [] : ['its condition'])],
    signIn(place, headcount) {
      const event = { kind, state: place, establishmentId: null, number: headcount, reachedBefore: null };
      const [opened] = openDuties([definition], event, companyIn(place, headcount));
      if (!opened || opened.standing === 'below') return '';
      if (opened.question) return '?';
      return opened.standing === 'open' ? 'yes' : 'if';
    },
  };
});

function questionsOf({ conditions = [], belowLimit = null }: ApplicabilityRule): string[] {
  return [...conditions, ...(belowLimit ? [belowLimit] : [])].map(({ key }) => key);
}

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ');

function tableOf(rows: readonly Row[], what: string): string[] {
  const lines = rows.map((row) => {
    const signs = HEADCOUNTS.map((headcount) => row.signIn(row.state, headcount));
    const act = row.act === null ? 'none' : `${row.act} (${regimes.get(row.act)})`;
    return line([act, row.what, row.asks.join(', '), ...signs]);
  });
  if (lines.length === 0) return [];
  return [line(['act', what, 'asks', ...HEADCOUNTS]), '|---|---|---|---|---|---|---|---|---|', ...lines.sort(), ''];
}

const EVERYWHERE: readonly StateOrAll[] = [ALL_STATES, ...STATES];

const nameOf = (state: StateOrAll) => (state === ALL_STATES ? 'All of India' : state);

function sectionOf(state: StateOrAll): string[] {
  const here = (row: Row) => row.state === state;
  const tables = [
    ...tableOf(obligations.filter(here), 'obligation'),
    ...tableOf(duties.filter(here), 'duty of an event'),
  ];
  return [`## ${nameOf(state)}`, '', ...(tables.length > 0 ? tables : ['Nothing of its own.', ''])];
}

/** The stages of the Codes, with the states that are in the same ones in a line. */
function lawTable(): string[] {
  const codes = Object.keys(LABOUR_CODES);
  const stageOf = (state: StateOrAll, code: string) =>
    edition.law.codeRules.find((rule) => rule.state === state && rule.code === code)?.stage ?? 'missing';
  const groups = Map.groupBy(EVERYWHERE, (state) => line(codes.map((code) => stageOf(state, code))));
  const lines = [...groups].map(([stages, states]) => `${stages} ${states.map(nameOf).join(', ')} |`);
  return [line([...codes, 'states']), '|---|---|---|---|---|', ...lines, ''];
}

const HEAD = `# Who has what, by state and headcount

Written by a test that compares it with the data (\`npx vitest run by-state -u\` writes it anew): what a company has that told
its state and its number of people and nothing else, which counts as an office or shop. *yes*: it has it. *?*: it may have
it; the questions that decide are under *asks*. *if*: its event offers it, and somebody says whether its condition holds.
Empty: it hasn't. The test also holds that what is for all of India is the same in every state, and that nothing of one
state is in another.
`;

test('the table of all states and headcounts is what the data say', async () => {
  const states = EVERYWHERE.flatMap(sectionOf);
  const text = [HEAD, '## Rules under the Codes', '', ...lawTable(), ...states].join('\n');
  await expect(text).toMatchFileSnapshot(TABLE);
});

test('what is for all of India is the same in every state, and nothing of one state is in another', () => {
  for (const row of [...obligations, ...duties]) {
    for (const state of STATES) {
      const expected = row.state === ALL_STATES || row.state === state;
      for (const headcount of HEADCOUNTS) {
        const sign = expected ? row.signIn(row.state, headcount) : '';
        expect([row.what, state, headcount, row.signIn(state, headcount)]).toEqual([row.what, state, headcount, sign]);
      }
    }
  }
});
