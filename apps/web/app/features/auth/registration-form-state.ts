import { Registration } from '@anupalan/contract/auth';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { withOneName } from '../../ui/people/last-name-field.tsx';

const EMPTY = {
  firstName: '',
  lastName: '',
  oneName: false,
  personalPhone: '',
  primaryEmail: '',
  password: '',
  confirmPassword: '',
  companyName: '',
  employeeCount: '' as number | '',
  companyPhone: '',
  companyEmail: '',
  designation: null as string | null,
  city: '',
  state: null as string | null,
  country: 'India',
  industry: '',
  companyWebsite: '',
};

/** Sign-up form, held by the steps so that going back from the code finds everything as typed. */
export function useRegistrationForm() {
  return useContractForm(Registration, { name: 'registration', initialValues: EMPTY, toPayload: withOneName });
}

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;
