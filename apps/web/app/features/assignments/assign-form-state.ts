import type { AssignmentChange } from '@anupalan/contract/people/assignments';
import type { AssignmentScope } from '@anupalan/domain/assignments';

/** Choices of a person's box besides the people: nothing changes, or what was set is taken away. */
export const AS_IT_IS = '';
export const NOBODY = 'nobody';

/** What the form of assignments holds; `about` is `company`, `items`, or the id of an act. */
export interface AssignFormState extends Record<string, string> {
  about: string;
  responsible: string;
  deputy: string;
  checker: string;
  /** `yes`, `no`, nobody's word for taken away, or as it is. */
  evidence: string;
}

/** The contract's change of what was typed; of the chosen items. */
export function toAssignmentChange(
  { about, responsible, deputy, checker, evidence }: AssignFormState,
  itemIds: readonly string[],
): AssignmentChange {
  const scope: AssignmentScope = about === 'company' ? 'company' : about === 'items' ? 'item' : 'act';
  const ids = scope === 'item' ? [...itemIds] : [about];
  return {
    scope,
    ...(scope !== 'company' && { ids }),
    ...named('responsible', responsible),
    ...named('deputy', deputy),
    ...named('checker', checker),
    ...(evidence !== AS_IT_IS && { evidenceRequired: evidence === NOBODY ? null : evidence === 'yes' }),
  };
}

function named<Name extends string>(name: Name, person: string): { [name in Name]?: string | null } {
  const given: { [name in Name]?: string | null } = {};
  if (person !== AS_IT_IS) given[name] = person === NOBODY ? null : person;
  return given;
}
