import type { StateOrAll } from '../states.ts';

/**
 * The kinds of registrations and licences of a company, spelled as the catalogue spells those that an obligation asks
 * for (R-registrations-1).
 */
export const REGISTRATION_KINDS = [
  'epf',
  'esi',
  'pt-rc',
  'pt-ec',
  'lwf',
  'shops',
  'factory',
  'contract-labour',
  'trade-licence',
  'pan',
  'tan',
  'gstin',
  'cin',
  'udyam',
  'fssai',
  'other',
] as const;

export type RegistrationKind = (typeof REGISTRATION_KINDS)[number];

interface KindWords {
  /** As a choice and as a heading. */
  readonly label: string;
  /** Within a sentence: "No ESI code recorded". */
  readonly noun: string;
}

const WORDS: Readonly<Record<RegistrationKind, KindWords>> = {
  epf: { label: 'EPF code', noun: 'EPF code' },
  esi: { label: 'ESI code', noun: 'ESI code' },
  'pt-rc': { label: 'Professional tax registration (RC)', noun: 'professional tax registration (RC)' },
  'pt-ec': { label: 'Professional tax enrolment (EC)', noun: 'professional tax enrolment (EC)' },
  lwf: { label: 'Labour welfare fund number', noun: 'labour welfare fund number' },
  shops: { label: 'Shops and establishments registration', noun: 'shops and establishments registration' },
  factory: { label: 'Factory licence', noun: 'factory licence' },
  'contract-labour': { label: 'Contract labour licence', noun: 'contract labour licence' },
  'trade-licence': { label: 'Trade licence', noun: 'trade licence' },
  pan: { label: 'PAN', noun: 'PAN' },
  tan: { label: 'TAN', noun: 'TAN' },
  gstin: { label: 'GSTIN', noun: 'GSTIN' },
  cin: { label: 'CIN', noun: 'CIN' },
  udyam: { label: 'Udyam number', noun: 'Udyam number' },
  fssai: { label: 'FSSAI licence', noun: 'FSSAI licence' },
  other: { label: 'Other registration', noun: 'registration' },
};

export function registrationLabel(kind: RegistrationKind): string {
  return WORDS[kind].label;
}

/** The kind within a sentence. */
export function registrationNoun(kind: RegistrationKind): string {
  return WORDS[kind].noun;
}

/** Days before the expiry on which a renewal falls due (R-registrations-7). */
const RENEW_DAYS = 60;

/**
 * Kinds whose law names the last day to apply; `docs/rules/registrations.md` has the sources. Contract labour: rule 91(2)
 * of the Occupational Safety, Health and Working Conditions (Central) Rules, 2026, as rule 29(2) of the Contract Labour
 * (Regulation and Abolition) Central Rules, 1971 before it. FSSAI, of one that still names a last day: regulation 2.1.7(2)
 * of the Food Safety and Standards (Licensing and Registration of Food Businesses) Regulations, 2011.
 */
const RENEW_DAYS_OF: Readonly<Partial<Record<RegistrationKind, number>>> = { 'contract-labour': 30, fssai: 30 };

/** States that ask for it earlier. Tamil Nadu: a factory's licence until 31 December is renewed by 31 October. */
const RENEW_DAYS_IN: Readonly<Partial<Record<RegistrationKind, Readonly<Partial<Record<StateOrAll, number>>>>>> = {
  factory: { 'Tamil Nadu': 61 },
};

/** A registration as far as the days before its expiry depend on it; without a state it is for none of its own. */
interface Renewed {
  readonly kind: RegistrationKind;
  readonly state: StateOrAll | null;
}

/** The day on which the renewal of a registration that expires falls due (R-registrations-7). */
export function renewalDueOn({ kind, state }: Renewed, until: Temporal.PlainDate): Temporal.PlainDate {
  const inState = state === null ? undefined : RENEW_DAYS_IN[kind]?.[state];
  return until.subtract({ days: inState ?? RENEW_DAYS_OF[kind] ?? RENEW_DAYS });
}

/** A registration as far as its time goes. */
export interface RegistrationPeriod {
  /** The last day; null when it does not expire. */
  readonly until: Temporal.PlainDate | null;
  /** The day on which the renewal was filed, until the new period is known. */
  readonly renewalFiledOn: Temporal.PlainDate | null;
}

export const REGISTRATION_STATES = ['current', 'renew-soon', 'renewal-pending', 'expired'] as const;

export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/**
 * What is to be said of a registration: a filed renewal is pending, also past the last day, because the old paper goes
 * on while the authority decides; otherwise it is to be renewed from the day on which its renewal falls due, and expired
 * after its last day (R-registrations-8).
 */
export function registrationState(
  registration: Renewed,
  { until, renewalFiledOn }: RegistrationPeriod,
  today: Temporal.PlainDate,
): RegistrationState {
  if (until === null) return 'current';
  if (renewalFiledOn !== null) return 'renewal-pending';
  if (Temporal.PlainDate.compare(until, today) < 0) return 'expired';
  return Temporal.PlainDate.compare(renewalDueOn(registration, until), today) <= 0 ? 'renew-soon' : 'current';
}
