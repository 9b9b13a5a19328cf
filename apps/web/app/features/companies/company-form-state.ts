import type { Company } from '@anupalan/contract/companies';
import { ALL_STATES } from '@anupalan/domain/states';
import { schemaResolver, useForm } from '@mantine/form';
import type { z } from 'zod';

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
 * The form of a company, which its registration and its profile share.
 * @param schema what the call that it is sent to takes.
 * @param company whose details it starts with; without one it starts empty.
 */
export function useCompanyForm<Sent>(schema: z.ZodType<Sent>, company?: Company) {
  return useForm<typeof EMPTY, Sent>({
    mode: 'uncontrolled',
    name: 'company',
    initialValues: company ? valuesOf(company) : EMPTY,
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => schema.parse(values),
  });
}

/** What the fields need of it. */
export type CompanyFormFields = Pick<ReturnType<typeof useCompanyForm>, 'getInputProps' | 'key'>;

function valuesOf({ _id, additionalStates, ...company }: Company): typeof EMPTY {
  return company;
}
