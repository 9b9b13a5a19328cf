import { Otp } from '@anupalan/contract/auth';
import type { ProfileChanges, User } from '@anupalan/contract/users';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { useSession } from '../../lib/session.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { announceResend } from '../auth/announce-resend.ts';
import { CodeForm } from '../auth/code-form.tsx';
import { confirmEmailChange } from '../auth/verify-email-change.ts';
import { ProfileForm } from './profile-form.tsx';
import { useProfileForm, valuesOf } from './profile-form-state.ts';
import { useUpdateOwnProfile } from './update-own-profile.ts';

type Step = { name: 'reading'; again?: true } | { name: 'editing' } | { name: 'code'; email: string };

/** The viewer's own profile: to read, to edit, and the code that a new e-mail needs (specification 1, section 4). */
export function ProfileSettings({ user }: { user: User }) {
  const { refresh } = useSession();
  const form = useProfileForm(user);
  const saving = useUpdateOwnProfile();
  const resending = useUpdateOwnProfile();
  const [step, setStep] = useState<Step>({ name: 'reading' });
  const faults = saving.error instanceof ApiError ? saving.error.faults : {};

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
        setStep({ name: 'reading', again: true });
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        form.setErrors(error.faults);
        focusFirstFault(form, error.faults);
      },
    });
  }

  if (step.name === 'reading') {
    const action = (
      <Button variant="default" size="xs" onClick={edit} autoFocus={step.again ?? false}>
        Edit Profile
      </Button>
    );
    return (
      <Panel title="Profile Settings" action={action}>
        <FactList facts={factsOf(user)} />
      </Panel>
    );
  }
  if (step.name === 'editing') {
    return (
      <Panel title="Profile Settings">
        <Stack gap="md">
          <FormAlert message={Object.keys(faults).length === 0 ? saving.error?.message : undefined} />
          <ProfileForm
            user={user}
            form={form}
            saving={saving.isPending}
            onSave={save}
            onCancel={() => setStep({ name: 'reading', again: true })}
          />
        </Stack>
      </Panel>
    );
  }
  const { email } = step;
  return (
    <Panel
      title="Verify your email"
      text={
        <>
          We sent a 6-digit code to <b>{email}</b>. It is valid for 10 minutes. Until then your email stays as it is.
        </>
      }
    >
      <CodeForm
        schema={Otp}
        backLabel="Cancel"
        onBack={() => setStep({ name: 'editing' })}
        verify={(code) => confirmEmailChange(email, code)}
        onVerified={async () => {
          await refresh();
          toast.success('Email verified successfully');
          setStep({ name: 'reading', again: true });
        }}
        resend={() => announceResend(resending.mutateAsync({ primaryEmail: email }))}
      />
    </Panel>
  );
}

function factsOf(user: User) {
  return [
    ['First name', user.firstName],
    ['Last name', user.lastName],
    ['Email', user.primaryEmail],
    ['Phone number', user.personalPhone],
  ] as const;
}
