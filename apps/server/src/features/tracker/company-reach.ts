import { MOST_EMPLOYEES } from '@anupalan/contract/wire/primitives';
import type { Answers, CompanyReach, Establishment } from '@anupalan/domain/company-reach';
import { NATURE } from '@anupalan/domain/conditions';
import { ALL_STATES, isState, type StateOrAll } from '@anupalan/domain/states';
import { z } from 'zod';

/** What decides which items apply to a company, as {@link companyReach} reads it. */
export const CompanyReachRow = z.object({
  id: z.string(),
  employeeCount: z.number(),
  states: z.array(z.string()).transform(knownStates),
  establishments: z
    .array(
      z.object({
        id: z.string(),
        followsProfile: z.boolean(),
        state: z.string(),
        employeeCount: z.number(),
        nature: z.string().nullable(),
      }),
    )
    .nullable(),
  facts: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable(), z.string()])).nullable(),
});
export type CompanyReachRow = z.infer<typeof CompanyReachRow>;

/** What decides which items apply to a company, as JSON; null without a company. `workspace` is SQL. */
export function companyReach(workspace: string): string {
  return `(
    select json_build_object(
      'id', company.id,
      'employeeCount', company.employee_count,
      'states', array_prepend(company.state, array(
        select state from company_states where workspace_id = company.workspace_id)),
      'establishments', (
        select json_agg(json_build_object(
          'id', id, 'followsProfile', follows_profile, 'nature', nature, 'state', coalesce(state, company.state),
          'employeeCount', coalesce(employee_count, company.employee_count)) order by created_at, id)
        from establishments where workspace_id = company.workspace_id),
      'facts', (
        select json_agg(json_build_array(key, establishment_id, compliance_item_id, answer))
        from facts where workspace_id = company.workspace_id))
    from companies company where company.workspace_id = ${workspace} and company.confirmed)`;
}

/** What was read without {@link CompanyReachRow}, within its bounds (R-api-61). */
export function boundReach(row: CompanyReachRow): CompanyReachRow {
  return { ...row, states: knownStates(row.states), employeeCount: boundedCount(row.employeeCount) };
}

/** A company as the rules see it; the establishment that follows the profile is there also while nobody changed it. */
export function toCompanyReach({ id, employeeCount, states, establishments, facts }: CompanyReachRow): CompanyReach {
  const answers: Record<string, string> = {};
  const itemAnswers = new Map<string, Answers>();
  const establishmentAnswers = new Map<string, Answers>();
  for (const [key, establishment, item, answer] of facts ?? []) {
    if (establishment !== null) add(establishmentAnswers, establishment, { [key]: answer });
    else if (item !== null) add(itemAnswers, item, { [key]: answer });
    else answers[key] = answer;
  }
  const known = knownStates(states);
  const listed = (establishments ?? []).filter(isInState).map(
    ({ nature, followsProfile: _, employeeCount: people, ...establishment }): Establishment => ({
      ...establishment,
      employeeCount: boundedCount(people),
      answers: { ...establishmentAnswers.get(establishment.id), ...(nature !== null && { [NATURE]: nature }) },
    }),
  );
  const isFollowed = establishments?.some(({ followsProfile }) => followsProfile) ?? false;
  const [state = ALL_STATES] = known;
  const headcount = boundedCount(employeeCount);
  const made = isFollowed ? [] : [{ id, state, employeeCount: headcount, answers: {} }];
  return { employeeCount: headcount, states: known, establishments: [...made, ...listed], answers, itemAnswers };
}

/** The states that there are: a stored one that no call writes counts for nothing. */
function knownStates(states: readonly string[]): StateOrAll[] {
  return states.filter(isStateOrAll);
}

function isStateOrAll(state: string): state is StateOrAll {
  return state === ALL_STATES || isState(state);
}

function isInState<T extends { readonly state: string }>(place: T): place is T & { readonly state: StateOrAll } {
  return isStateOrAll(place.state);
}

/** A stored number of people as the contract bounds it (R-companies-4). */
function boundedCount(people: number): number {
  return Math.min(Math.max(people, 1), MOST_EMPLOYEES);
}

function add(to: Map<string, Answers>, id: string, answer: Answers): void {
  to.set(id, { ...to.get(id), ...answer });
}
