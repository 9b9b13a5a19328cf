import { profileForm, type User } from '@anupalan/contract/users';
import { schemaResolver, useForm } from '@mantine/form';

/** The profile form's state. It is kept by the steps, so that going back from the code finds everything as typed. */
export function useProfileForm(user: User) {
  const schema = profileForm(user);
  return useForm({
    mode: 'uncontrolled',
    name: 'profile',
    initialValues: valuesOf(user),
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => schema.parse(values),
  });
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;

export function valuesOf({ firstName, lastName, primaryEmail, personalPhone }: User) {
  return { firstName, lastName, primaryEmail, personalPhone };
}
