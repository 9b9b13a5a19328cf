/** The 28 states and 8 union territories of India, in the order of the shipped catalogue (R-companies-3). */
export const STATES = [
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chhattisgarh',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
  'Andaman and Nicobar Islands',
  'Chandigarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Jammu and Kashmir',
  'Ladakh',
  'Lakshadweep',
  'Puducherry',
] as const;

export type State = (typeof STATES)[number];

/** "Universal or all states", as it is stored and answered (R-companies-3). */
export const ALL_STATES = '-';

export type StateOrAll = State | typeof ALL_STATES;

const ALL_STATES_LABEL = 'All States';
const ALL_STATES_ALIASES: ReadonlySet<string> = new Set([ALL_STATES, 'ALL_INDIA', ALL_STATES_LABEL]);
const STATE_NAMES: ReadonlySet<string> = new Set(STATES);

export function isState(text: string): text is State {
  return STATE_NAMES.has(text);
}

/**
 * The stored form of a state that a client named, or null when there is no such state. `ALL_INDIA` is accepted wherever
 * a state is and becomes `-` (R-companies-3). An empty text is no state here, because its meaning differs by form.
 */
export function normalizeState(input: string): StateOrAll | null {
  const text = input.trim();
  if (ALL_STATES_ALIASES.has(text)) return ALL_STATES;
  return isState(text) ? text : null;
}

/** The words for a state: its name, or "All States" for `-` (R-companies-3). */
export function stateLabel(state: StateOrAll): string {
  return state === ALL_STATES ? ALL_STATES_LABEL : state;
}
