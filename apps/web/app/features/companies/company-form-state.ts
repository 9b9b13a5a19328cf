import type { Company } from '@anupalan/contract/companies';
import { ALL_STATES } from '@anupalan/domain/states';
import type { z } from 'zod';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';

const EMPTY = {
  companyName: '',
  employeeCount: '' as number | '',
  companyPhone: '',
  companyEmail: '',
  designation: null as string | null,
  industry: '',
  companyWebsite: '',
  city: '',
  state: ALL_STATES as string,
  country: 'India',
};

/**
 * Company form, shared by registration and profile. @param schema of the call that it is sent to. @param company with
 * the initial values; without one the form starts empty.
 */
export function useCompanyForm<Sent>(schema: z.ZodType<Sent>, company?: Company) {
  return useContractForm(schema, {
    name: 'company',
    initialValues: company ? valuesOf(company) : EMPTY,
  });
}

function valuesOf({ _id, additionalStates, ...company }: Company): typeof EMPTY {
  return company;
}
