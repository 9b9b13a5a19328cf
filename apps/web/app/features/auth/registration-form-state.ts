import { Registration } from '@anupalan/contract/auth';
import { schemaResolver, useForm } from '@mantine/form';

const EMPTY = {
  firstName: '',
  lastName: '',
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

/** The sign-up form's state. It is kept by the steps, so that going back from the code finds everything as typed. */
export function useRegistrationForm() {
  return useForm({
    mode: 'uncontrolled',
    name: 'registration',
    initialValues: EMPTY,
    validate: schemaResolver(Registration, { sync: true }),
    transformValues: (values) => Registration.parse(values),
  });
}

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;
