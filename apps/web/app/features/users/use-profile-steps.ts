import type { ProfileChanges, User } from '@anupalan/contract/users';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useSession } from '../../lib/session/session.tsx';
import { announceResend } from '../auth/announce-resend.ts';
import { useUpdateOwnProfile } from './calls.ts';
import { useProfileForm, valuesOf } from './profile-form-state.ts';

type Step =
  | { name: 'reading'; again?: true }
  | { name: 'editing' }
  | { name: 'password' }
  | { name: 'code'; email: string };

/**
 * Steps of the profile: reading, editing, code for a new e-mail (R-accounts-31).
 * @param opensPassword whether the form for a new password is open from the start (R-pages-49)
 */
export function useProfileSteps(user: User, { opensPassword }: { opensPassword: boolean }) {
  const { refresh } = useSession();
  const form = useProfileForm(user);
  const saving = useUpdateOwnProfile();
  const resending = useUpdateOwnProfile();
  const [step, setStep] = useState<Step>(opensPassword ? { name: 'password' } : { name: 'reading' });
  const read = () => setStep({ name: 'reading', again: true });

  function edit() {
    form.setInitialValues(valuesOf(user));
    form.reset();
    saving.reset();
    setStep({ name: 'editing' });
  }

  function save(changes: ProfileChanges) {
    saving.mutate(changes, {
      onSuccess: ({ emailChangePending }) => {
        if (emailChangePending && changes.primaryEmail) {
          toast('Please verify your new email address');
          setStep({ name: 'code', email: changes.primaryEmail });
          return;
        }
        toast.success('Profile updated successfully!');
        read();
      },
      onError: form.showRefusal,
    });
  }

  async function finishEmailChange() {
    await refresh();
    toast.success('Email verified successfully');
    read();
  }

  return {
    step,
    form,
    saving,
    read,
    edit,
    changePassword: () => setStep({ name: 'password' }),
    save,
    /** Code step back to the form, with what was typed (R-accounts-33). */
    returnToForm: () => setStep({ name: 'editing' }),
    finishEmailChange,
    resend: (email: string) => announceResend(resending.mutateAsync({ primaryEmail: email })),
  };
}
