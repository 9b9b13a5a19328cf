import { z } from 'zod';
import { defineCall } from './call.ts';
import { success } from './envelope.ts';
import { EmployeeCount, Id, State, text } from './primitives.ts';

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

export const getOwnCompany = defineCall({
  method: 'GET',
  path: '/companies/profile',
  noun: 'companies',
  summary: "The company of the caller's workspace; null when none is registered yet",
  access: 'signed-in',
  answers: { 200: success(z.object({ company: Company.nullable() })) },
});

export const getOwnCompanyByOlderPath = defineCall({ ...getOwnCompany, path: '/company/profile' });
