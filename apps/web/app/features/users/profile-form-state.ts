import { profileForm, type User } from '@anupalan/contract/users';
import { hasOneName } from '@anupalan/domain/names';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { withOneName } from '../../ui/people/last-name-field.tsx';

/** Profile form, held by the steps so that going back from the code finds everything as typed (R-accounts-33). */
export function useProfileForm(user: User) {
  return useContractForm(profileForm(user), {
    name: 'profile',
    initialValues: valuesOf(user),
    toPayload: (typed) => {
      const names = withOneName(typed);
      // One name that stands as it did is sent as it is stored, in both places or in one.
      const isKept = typed.oneName && hasOneName(user.firstName, user.lastName) && typed.firstName === user.firstName;
      return isKept ? { ...names, lastName: user.lastName } : names;
    },
  });
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;

export function valuesOf({ firstName, lastName, primaryEmail, personalPhone }: User) {
  const oneName = hasOneName(firstName, lastName);
  return { firstName, lastName: oneName ? '' : lastName, oneName, primaryEmail, personalPhone };
}
