import { ALL_STATES, type StateOrAll } from './states.ts';

/** Answers by the key of their question. */
export type Answers = Readonly<Record<string, string>>;

/** An establishment as the rules see it; `-` is the one made from the profile of a company of all states. */
export interface Establishment {
  readonly id: string;
  readonly state: StateOrAll;
  readonly employeeCount: number;
  readonly answers: Answers;
}

/** A company as the rules see it; `states` are the primary and the additional ones. */
export interface CompanyReach {
  readonly employeeCount: number;
  readonly states: readonly StateOrAll[];
  /** Set when the plan has no more states than the primary one: "all states" names none of them (R-tracker-31). */
  readonly onlyNamedStates?: boolean;
  readonly establishments?: readonly Establishment[];
  readonly answers?: Answers;
  /** The answers that count for one item, by its id. */
  readonly itemAnswers?: ReadonlyMap<string, Answers>;
}

/**
 * A place that items are judged at: an establishment, or what stands for those of a state in which none is listed, with
 * the company's headcount.
 */
export interface Place {
  readonly id: string | null;
  readonly state: StateOrAll;
  /** Null for the company's own. */
  readonly employeeCount: number | null;
  readonly answers: Answers;
}

/**
 * Whether a company has a state. One that names no state, or "all states", has every state, unless more states than one
 * are not in its plan: then it has only what is for every state.
 */
export function hasState(state: StateOrAll, { states, onlyNamedStates = false }: CompanyReach): boolean {
  if (state === ALL_STATES || states.includes(state)) return true;
  return !onlyNamedStates && (states.length === 0 || states.includes(ALL_STATES));
}

/** The places of a company are the same for every item of a list. */
const known = new WeakMap<CompanyReach, readonly Place[]>();

/**
 * The places of a company: its establishments in the states that it has, and one for each of its states in which it
 * lists none. So a company that lists nothing counts in each state with all its people (R-applicability-2).
 */
function listPlaces(company: CompanyReach): readonly Place[] {
  const places = known.get(company) ?? makePlaces(company);
  known.set(company, places);
  return places;
}

function makePlaces(company: CompanyReach): readonly Place[] {
  const { establishments = [], states } = company;
  const listed = establishments.filter(({ state }) => hasState(state, company));
  // One that is in all states stands for each state without another, so its headcount is the company's.
  const counted = listed.map((one) => (one.state === ALL_STATES ? { ...one, employeeCount: null } : one));
  const isListed = (state: StateOrAll) => listed.some((one) => one.state === state || one.state === ALL_STATES);
  const named = new Set<StateOrAll>(states.length > 0 ? states : [ALL_STATES]);
  return [...counted, ...[...named].filter((state) => !isListed(state)).map(unknownPlace)];
}

/** The places that decide about what is for a state, or for all. */
export function placesIn(state: StateOrAll, company: CompanyReach): readonly Place[] {
  const places = listPlaces(company);
  if (state === ALL_STATES) return places;
  const there = places.filter((place) => place.state === state);
  return there.length > 0 ? there : places.filter((place) => place.state === ALL_STATES);
}

/**
 * The headcount that what is for a state goes by: that of the establishments there, and of the company for what is for
 * all (R-applicability-2).
 */
export function headcountIn(state: StateOrAll, company: CompanyReach): number {
  const { employeeCount } = company;
  if (state === ALL_STATES) return employeeCount;
  const places = placesIn(state, company);
  // A state that the company doesn't have has no place.
  if (places.length === 0) return employeeCount;
  return places.reduce((sum, place) => sum + (place.employeeCount ?? employeeCount), 0);
}

function unknownPlace(state: StateOrAll): Place {
  return { id: null, state, employeeCount: null, answers: {} };
}
