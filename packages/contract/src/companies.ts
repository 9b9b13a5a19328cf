import { ALL_STATES, STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import {
  checkedByHandler,
  EmployeeCount,
  email,
  Id,
  LIMITS,
  optionalText,
  orEmpty,
  phone,
  State,
  StateChoice,
  text,
  tidy,
  Website,
} from './wire/primitives.ts';

export const DESIGNATIONS = ['HR', 'COO', 'CEO', 'Owner', 'Manager', 'Other'] as const;

export const Designation = z.enum(DESIGNATIONS, { error: 'Designation is required' });

export const CompanyName = text('Company name must be at least 2 characters', { min: 2 });
export const City = text('City is required', { min: 2 });
export const Country = text('Country is required', { min: 2 });

export const Company = z.object({
  _id: Id,
  companyName: z.string(),
  employeeCount: EmployeeCount,
  companyPhone: z.string(),
  companyEmail: z.string(),
  designation: Designation,
  industry: z.string(),
  companyWebsite: z.string(),
  city: z.string(),
  state: State,
  additionalStates: z.array(State),
  country: z.string(),
});
export type Company = z.infer<typeof Company>;

const CompanyPhone = phone('Company phone must be at least 10 digits');
const CompanyEmail = email('Invalid company email');

/** The company forms (R-companies-4); an empty state or none is "all states" (R-companies-3). */
export const CompanyForm = z.object({
  companyName: CompanyName,
  employeeCount: EmployeeCount,
  companyPhone: CompanyPhone,
  companyEmail: CompanyEmail,
  designation: Designation,
  industry: optionalText(),
  companyWebsite: orEmpty(Website),
  city: City,
  state: tidy('State is required')
    .transform((state) => state || ALL_STATES)
    .pipe(StateChoice)
    .optional(),
  country: optionalText(LIMITS.name),
});
export type CompanyForm = z.infer<typeof CompanyForm>;

/**
 * The form that edits a company: its phone and e-mail are asked for only if it has them already; fields left out stay
 * as they are (R-companies-9).
 */
export function companyChanges(company: Pick<Company, 'companyPhone' | 'companyEmail'>) {
  return CompanyForm.extend({
    companyPhone: company.companyPhone === '' ? orEmpty(CompanyPhone) : CompanyPhone,
    companyEmail: company.companyEmail === '' ? orEmpty(CompanyEmail) : CompanyEmail,
  });
}
export type CompanyChanges = z.infer<ReturnType<typeof companyChanges>>;

/** A state that is added to the primary one; "all states" can't be added (R-companies-12). */
export const AddedState = z.object({
  state: tidy('State is required').pipe(z.enum(STATES, { error: 'State is required' })),
});

const OwnCompany = success(z.object({ company: Company }));

export const registerCompany = defineCall({
  id: 'registerCompany',
  method: 'POST',
  path: '/companies/register',
  noun: 'companies',
  summary: "Register the caller's first company",
  access: 'companies.register',
  body: CompanyForm,
  answers: { 201: OwnCompany },
});

export const getOwnCompany = defineCall({
  id: 'getOwnCompany',
  method: 'GET',
  path: '/companies/profile',
  noun: 'companies',
  summary: "The company of the caller's workspace; null when none is registered yet",
  access: 'companies.read-own',
  answers: { 200: success(z.object({ company: Company.nullable() })) },
});

export const getOwnCompanyByOlderPath = defineCall({
  ...getOwnCompany,
  id: 'getOwnCompanyByOlderPath',
  path: '/company/profile',
});

export const updateOwnCompany = defineCall({
  id: 'updateOwnCompany',
  method: 'PUT',
  path: '/companies/profile',
  noun: 'companies',
  summary: "Change the company of the caller's workspace; never its additional states",
  access: 'companies.edit',
  // The handler knows which fields this company may leave out (`companyChanges`).
  body: checkedByHandler(CompanyForm),
  answers: { 200: OwnCompany },
});

export const updateOwnCompanyByOlderPath = defineCall({
  ...updateOwnCompany,
  id: 'updateOwnCompanyByOlderPath',
  path: '/company/profile',
});

export const addState = defineCall({
  id: 'addState',
  method: 'POST',
  path: '/companies/states',
  noun: 'companies',
  summary: 'Add a state in which the company employs people; premium users and administrators only',
  access: 'companies.change-states',
  body: AddedState,
  answers: { 201: OwnCompany },
});

export const removeState = defineCall({
  id: 'removeState',
  method: 'DELETE',
  path: '/companies/states/:state',
  noun: 'companies',
  summary: 'Remove an added state; premium users and administrators only',
  access: 'companies.change-states',
  params: z.object({ state: tidy('State is required') }),
  answers: { 200: OwnCompany },
});

export const getCompanyOfUser = defineCall({
  id: 'getCompanyOfUser',
  method: 'GET',
  path: '/companies/user/:id',
  noun: 'companies',
  summary: "A user's company: one's own, or anybody's for an administrator; null when none is registered yet",
  access: 'companies.read',
  params: z.object({ id: Id }),
  answers: getOwnCompany.answers,
});
