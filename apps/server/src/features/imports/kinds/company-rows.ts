import { type NewRegistration, NewRegistration as Registration } from '@anupalan/contract/company/registrations';
import { NewCompany } from '@anupalan/contract/people/memberships';
import { email, State } from '@anupalan/contract/wire/primitives';
import { GIVEN_ROLES, type GivenRole } from '@anupalan/domain/members';
import { REGISTRATION_KINDS, type RegistrationKind, registrationLabel } from '@anupalan/domain/registrations/kinds';
import { ALL_STATES, isState } from '@anupalan/domain/states';
import { z } from 'zod';
import type { Column, Values } from '../column.ts';
import type { Fault, Judged } from '../import-kind.ts';
import { judgeForm } from '../judge-form.ts';
import { KEY_COLUMN, RowKey } from './row-key.ts';
import { STATE_CHOICES } from './state-choices.ts';

/** Registrations that each state gives: of a row they are for its state. */
const OF_A_STATE: ReadonlySet<RegistrationKind> = new Set<RegistrationKind>([
  ...(['pt-rc', 'pt-ec', 'lwf', 'shops'] as const),
  ...(['factory', 'contract-labour', 'trade-licence'] as const),
]);

/** Kinds that have a column: all but those without a name of their own. */
const KINDS = REGISTRATION_KINDS.filter((kind) => kind !== 'other');

const SYNONYMS: Readonly<Partial<Record<RegistrationKind, readonly string[]>>> = {
  epf: ['EPF number', 'PF code', 'PF number', 'PF establishment code'],
  esi: ['ESI number', 'ESIC code', 'ESIC number'],
  'pt-rc': ['PT RC', 'PTRC', 'Professional tax RC'],
  'pt-ec': ['PT EC', 'PTEC', 'Professional tax EC'],
  lwf: ['LWF', 'LWF number'],
  shops: ['Shops registration', 'Shop licence', 'Shops and establishments number'],
  factory: ['Factory licence number'],
  'contract-labour': ['CLRA licence', 'Contract labour licence number'],
  gstin: ['GST', 'GST number', 'GSTIN number'],
  udyam: ['Udyam', 'MSME number'],
  fssai: ['FSSAI', 'FSSAI number'],
};

const EXAMPLES: Readonly<Partial<Record<RegistrationKind, string>>> = {
  epf: 'BGBNG0012345000',
  pan: 'AAPFU0939F',
};

const PEOPLE: Readonly<Record<GivenRole, { readonly title: string; readonly synonyms: readonly string[] }>> = {
  manager: { title: 'Managers', synonyms: ['Manager', 'Manager e-mail', 'Manager email'] },
  member: { title: 'Members', synonyms: ['Member', 'Member e-mail', 'E-mail', 'Email', 'HR e-mail', 'People'] },
  viewer: { title: 'Viewers', synonyms: ['Viewer', 'Auditor', 'Viewer e-mail'] },
};

/** The columns of companies with registrations and people. */
export const COMPANY_COLUMNS: readonly Column[] = [
  { ...KEY_COLUMN, synonyms: [...(KEY_COLUMN.synonyms ?? []), 'Client code', 'Client ID'], examples: ['C-1'] },
  {
    key: 'companyName',
    title: 'Company',
    synonyms: ['Company name', 'Name', 'Client', 'Client name', 'Employer', 'Establishment', 'कंपनी'],
    reads: 'text',
    required: true,
    explains: 'the name of the company',
    examples: ['Example Mills Private Limited'],
  },
  {
    key: 'state',
    title: 'State',
    synonyms: ['State or union territory', 'राज्य'],
    reads: 'choice',
    choices: STATE_CHOICES,
    required: true,
    explains: 'the state of its main establishment',
    examples: ['Karnataka'],
  },
  {
    key: 'employeeCount',
    title: 'Employees',
    synonyms: ['Employee count', 'Headcount', 'Number of employees', 'No. of employees', 'Strength', 'कर्मचारी'],
    reads: 'whole',
    required: true,
    explains: 'how many people it employs',
    examples: ['85'],
  },
  {
    key: 'city',
    title: 'City',
    synonyms: ['Town', 'Location', 'शहर'],
    reads: 'text',
    explains: 'the city of its main establishment',
    examples: ['Bengaluru'],
  },
  ...KINDS.map(
    (kind): Column => ({
      key: `registration:${kind}`,
      title: registrationLabel(kind),
      synonyms: SYNONYMS[kind] ?? [],
      reads: 'text',
      explains: 'its number; several are separated by semicolons',
      ...(EXAMPLES[kind] !== undefined && { examples: [EXAMPLES[kind]] }),
    }),
  ),
  ...GIVEN_ROLES.map(
    (role): Column => ({
      key: `people:${role}`,
      title: PEOPLE[role].title,
      synonyms: PEOPLE[role].synonyms,
      reads: 'lines',
      explains: 'e-mail addresses, separated by commas; nobody is mailed until you invite them',
      ...(role === 'member' && { examples: ['hr@example.in, accounts@example.in'] }),
    }),
  ),
];

/** Somebody whom a row names, who is not invited yet. */
export interface Draft {
  readonly email: string;
  readonly role: GivenRole;
}

/** A company of a row. */
export interface CompanyRow {
  readonly key: string | undefined;
  readonly form: NewCompany;
  readonly registrations: readonly NewRegistration[];
  readonly people: readonly Draft[];
}

const Keyed = z.object({ key: RowKey });

const Address = email('Invalid email address');

/** People of a company of a row at most, of each role. */
const MOST_PEOPLE = 100;

export function judgeCompany(values: Values): Judged<CompanyRow> {
  const { companyName, state, employeeCount, city } = values;
  const keyOf = ([part = 'companyName']: readonly string[]) => part;
  const company = judgeForm(NewCompany, { companyName, state, employeeCount, city }, keyOf);
  const key = judgeForm(Keyed, values, keyOf);
  const faults: Fault[] = [company, key].flatMap((one) => ('faults' in one ? one.faults : []));
  const registrations = judgeNumbers(values, faults);
  const people = judgePeople(values, faults);
  if (faults.length > 0 || 'faults' in company || 'faults' in key) return { faults };
  return { form: { key: key.form.key, form: company.form, registrations, people } };
}

function judgeNumbers(values: Values, faults: Fault[]): NewRegistration[] {
  const state = State.safeParse(values.state).data ?? ALL_STATES;
  const seen = new Set<string>();
  return KINDS.flatMap((kind) => {
    const key = `registration:${kind}`;
    return split(values[key], /[;\n]+/).flatMap((number) => {
      const isOfState = OF_A_STATE.has(kind) && isState(state);
      const judged = judgeForm(Registration, { kind, number, ...(isOfState && { state }) }, () => key);
      if ('form' in judged) {
        // Two spellings of one number are one.
        const same = `${kind} ${judged.form.number}`;
        if (seen.has(same)) return [];
        seen.add(same);
        return [judged.form];
      }
      faults.push(...judged.faults);
      return [];
    });
  });
}

function judgePeople(values: Values, faults: Fault[]): Draft[] {
  const people = new Map<string, Draft>();
  for (const role of GIVEN_ROLES) {
    const key = `people:${role}`;
    const addresses = split(values[key], /[,;\s]+/);
    if (addresses.length > MOST_PEOPLE) faults.push({ key, expected: `at most ${MOST_PEOPLE} addresses` });
    for (const address of addresses) {
      const judged = Address.safeParse(address);
      if (!judged.success) faults.push({ key, expected: `e-mail addresses: ${address.slice(0, 60)} is none` });
      else if (!people.has(judged.data)) people.set(judged.data, { email: judged.data, role });
    }
  }
  return [...people.values()];
}

function split(value: unknown, separator: RegExp): string[] {
  const parts = typeof value === 'string' ? value.split(separator) : [];
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}
