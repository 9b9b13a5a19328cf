import { profileForm, type User } from '@anupalan/contract/users';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';

/** Profile form, held by the steps so that going back from the code finds everything as typed (R-accounts-33). */
export function useProfileForm(user: User) {
  return useContractForm(profileForm(user), { name: 'profile', initialValues: valuesOf(user) });
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;

export function valuesOf({ firstName, lastName, primaryEmail, personalPhone }: User) {
  return { firstName, lastName, primaryEmail, personalPhone };
}
