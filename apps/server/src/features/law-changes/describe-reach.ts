import { describeHeadcount, type Requirement } from '@anupalan/domain/applicability';
import type { Condition } from '@anupalan/domain/conditions';
import { ALL_STATES, stateLabel } from '@anupalan/domain/states';
import type { Reach } from './item-of-law.ts';

/** Whom an item is for, in words: state, headcount, and what is asked. */
export function describeReach(reach: Reach, conditions: readonly Condition[]): string {
  const { state, conditions: required = [], belowLimit } = reach;
  const describe = (one: Requirement) => describeRequirement(one, conditions);
  return [
    `${state === ALL_STATES ? 'All of India' : stateLabel(state)}, ${describeHeadcount(reach)}`,
    ...required.map(describe),
    ...(belowLimit ? [`below that: ${describe(belowLimit)}`] : []),
  ].join('; ');
}

/** A question with the answers that meet it, and which one counts as long as nobody answers. */
function describeRequirement(
  { key, is, isNot, assumed, assumeYesFrom }: Requirement,
  conditions: readonly Condition[],
): string {
  const condition = conditions.find((one) => one.key === key);
  const name = (answer: string) => condition?.answers.find((one) => one.key === answer)?.name ?? answer;
  const list = (answers: readonly string[]) => answers.map((answer) => name(answer).toLowerCase()).join(' or ');
  const wanted = [...(is ? [list(is)] : []), ...(isNot ? [`not ${list(isNot)}`] : [])].join(', ');
  const from = assumeYesFrom === null ? '' : `, yes from ${assumeYesFrom} employees on`;
  return `${condition?.question ?? key} – ${wanted} (until answered ${name(assumed).toLowerCase()}${from})`;
}
