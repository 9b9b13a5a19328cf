import { z } from 'zod';
import { City, Company, CompanyName, Country } from '../companies.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { EmployeeCount, Id, IsoDay, orEmpty, StateChoice, tidy } from '../wire/primitives.ts';
import { MemberRole } from './members.ts';

export const CompanyPlan = z.enum(['free', 'premium']);

/** The caller in one of their companies, as the switcher lists it. */
export const Membership = z.object({
  companyId: Id,
  companyName: z.string(),
  role: MemberRole,
  plan: CompanyPlan,
  /** The last day of a viewer; null for all others. */
  until: IsoDay.nullable(),
  /** Whether it can only be read, because it has no owner (R-companies-24). */
  frozen: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

/** The form that makes a further company; all else can be added later (R-companies-22). */
export const NewCompany = z.object({
  companyName: CompanyName,
  state: tidy('State is required').min(1, 'State is required').pipe(StateChoice),
  employeeCount: EmployeeCount,
  city: orEmpty(City),
  country: orEmpty(Country),
});
export type NewCompany = z.infer<typeof NewCompany>;

export const listMemberships = defineCall({
  id: 'listMemberships',
  method: 'GET',
  path: '/memberships',
  noun: 'memberships',
  summary: 'The companies that the caller belongs to, by name; the header x-company takes their ids',
  access: 'companies.list',
  answers: { 200: success(z.array(Membership)) },
});

export const createCompany = defineCall({
  id: 'createCompany',
  method: 'POST',
  path: '/companies',
  noun: 'companies',
  summary: 'Make a further company, which the caller owns and pays for',
  access: 'companies.create',
  body: NewCompany,
  answers: { 201: success(Membership.extend({ company: Company })) },
});

export const deleteCompany = defineCall({
  id: 'deleteCompany',
  method: 'DELETE',
  path: '/companies/:id',
  noun: 'companies',
  summary: 'Delete a company that the caller owns, with everything in it',
  access: 'companies.delete',
  fresh: 'always',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});
