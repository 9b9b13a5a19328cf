import { z } from 'zod';
import { City, CompanyName, Country } from '../companies.ts';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { EmployeeCount, Id, IsoDay, StateChoice } from '../wire/primitives.ts';
import { MemberRole } from './members.ts';

const CompanyPlan = z.enum(['free', 'premium']);

/** The caller in one of their companies, as the switcher lists it. */
export const Membership = z.object({
  companyId: Id,
  companyName: z.string(),
  role: MemberRole,
  plan: CompanyPlan,
  /** The last day of a viewer; null for all others. */
  until: IsoDay.nullable(),
});
export type Membership = z.infer<typeof Membership>;

/** The form that makes a further company (R-companies-19). */
export const NewCompany = z.object({
  companyName: CompanyName,
  state: StateChoice,
  employeeCount: EmployeeCount,
  city: City.optional(),
  country: Country.optional(),
});
export type NewCompany = z.infer<typeof NewCompany>;

export const listMemberships = defineCall({
  method: 'GET',
  path: '/memberships',
  noun: 'memberships',
  summary: 'The companies that the caller belongs to, by name',
  access: 'companies.list',
  answers: { 200: success(z.array(Membership)) },
});

export const createCompany = defineCall({
  method: 'POST',
  path: '/companies',
  noun: 'companies',
  summary: 'Make a further company, which the caller owns and pays for',
  access: 'companies.create',
  body: NewCompany,
  answers: { 201: success(Membership) },
});
