import { Otp } from '@anupalan/contract/auth';
import type { User } from '@anupalan/contract/users';
import { hasOneName } from '@anupalan/domain/names';
import { can } from '@anupalan/domain/permissions';
import { Button, Stack } from '@mantine/core';
import { useLocation } from 'react-router';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useActor } from '../../lib/session/actor.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FactList } from '../../ui/lists/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { confirmEmailChange } from '../auth/calls.ts';
import { CodeStep } from '../auth/code-step.tsx';
import { ChangePasswordForm } from './password/change-password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useProfileSteps } from './use-profile-steps.ts';

/** Profile of the viewer: read, edited, or waiting for the code of a new e-mail (R-users-10, R-accounts-31). */
export function ProfileSettings({ user }: { user: User }) {
  const mayChangePassword = can(useActor(), 'users.change-own-password');
  const { hash } = useLocation();
  const opensPassword = mayChangePassword && hash === '#change-password';
  const { step, form, saving, ...steps } = useProfileSteps(user, { opensPassword });

  if (step.name === 'reading') {
    const action = (
      <Button variant="default" size="xs" onClick={steps.edit} autoFocus={step.again ?? false}>
        Edit Profile
      </Button>
    );
    return (
      <Panel title="Profile Settings" action={action}>
        <FactList facts={factsOf(user)} />
        {mayChangePassword && (
          <div>
            <Button variant="light" size="xs" onClick={steps.changePassword}>
              Change Password
            </Button>
          </div>
        )}
      </Panel>
    );
  }
  if (step.name === 'editing') {
    return (
      <Panel title="Profile Settings">
        <Stack gap="md">
          <FormAlert message={messageAboutNoField(saving.error)} />
          <ProfileForm user={user} form={form} saving={saving.isPending} onSave={steps.save} onCancel={steps.read} />
        </Stack>
      </Panel>
    );
  }
  if (step.name === 'password') {
    return (
      <Panel title="Change Password" text="Every other device is signed out.">
        <ChangePasswordForm user={user} onDone={steps.read} />
      </Panel>
    );
  }
  const { email } = step;
  return (
    <CodeStep
      in={Panel}
      email={email}
      note="Until then your email stays as it is."
      schema={Otp}
      backLabel="Cancel"
      onBack={steps.returnToForm}
      verify={(code) => confirmEmailChange(email, code)}
      onVerified={steps.finishEmailChange}
      resend={() => steps.resend(email)}
    />
  );
}

function factsOf(user: User) {
  return [
    ...(hasOneName(user.firstName, user.lastName)
      ? ([['Name', user.firstName]] as const)
      : ([
          ['First name', user.firstName],
          ['Last name', user.lastName],
        ] as const)),
    ['Email', user.primaryEmail],
    ['Phone number', user.personalPhone],
  ] as const;
}
