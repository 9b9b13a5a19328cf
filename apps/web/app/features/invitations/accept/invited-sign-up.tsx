import { RegistrationOtp } from '@anupalan/contract/auth';
import { type InvitationPreview, InvitedRegistration } from '@anupalan/contract/people/invitations';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../../lib/forms/faults.ts';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { Columns } from '../../../ui/columns.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { EntrySteps } from '../../auth/entry-steps.tsx';
import { PasswordStrength } from '../../auth/password-strength.tsx';
import { announceNewCode } from '../../auth/register-steps.tsx';
import { confirmInvited, useRegisterInvited } from '../calls.ts';
import { InvitationFacts, invitationTitle } from './invitation-facts.tsx';

type Props = { token: string; preview: InvitationPreview; onBegun: () => void };

/** Short sign-up of the invited: name, phone, password, code; no company is asked for (R-members-39). */
export function InvitedSignUp({ token, preview, onBegun }: Props) {
  const registering = useRegisterInvited();
  const resending = useRegisterInvited();
  const form = useInvitedForm(token);
  return (
    <EntrySteps
      evenIfSignedIn
      card={{ title: invitationTitle(preview), text: 'Create your account, and you are in.' }}
      form={(_, onCodeSent) => (
        <Stack gap="lg">
          <InvitationFacts preview={preview} />
          <form
            noValidate
            onSubmit={form.onSubmit((person) =>
              registering.mutate(person, {
                onSuccess: () => {
                  onBegun();
                  onCodeSent(preview.email);
                },
                onError: form.showRefusal,
              }),
            )}
          >
            <Stack gap="md">
              <FormAlert message={messageAboutNoField(registering.error)} />
              <Columns from="xs">
                <Field form={form} name="firstName" label="First name" size="md" required autoComplete="given-name" />
                <Field form={form} name="lastName" label="Last name" size="md" autoComplete="family-name" />
              </Columns>
              <Field
                form={form}
                name="personalPhone"
                label="Phone number"
                inputMode="tel"
                size="md"
                required
                autoComplete="tel-national"
              />
              <div>
                <Field
                  form={form}
                  name="password"
                  as={PasswordInput}
                  label="Password"
                  hint="At least 8 characters: upper and lower case, a number, a special character"
                  size="md"
                  required
                  autoComplete="new-password"
                />
                <StrengthOfTyped form={form} email={preview.email} />
              </div>
              <Field
                form={form}
                name="confirmPassword"
                as={PasswordInput}
                label="Confirm password"
                size="md"
                required
                autoComplete="new-password"
              />
              <Text size="sm" c="dimmed">
                We mail a code to {preview.email}.
              </Text>
              <Button type="submit" size="md" fullWidth loading={registering.isPending}>
                Join {preview.companyName}
              </Button>
            </Stack>
          </form>
        </Stack>
      )}
      schema={RegistrationOtp}
      backLabel="Change my details"
      exchange={confirmInvited}
      resend={() => announceNewCode(resending.mutateAsync(InvitedRegistration.parse(form.getValues())))}
      welcome={{ title: `Welcome to ${preview.companyName}`, text: 'You have joined. Opening what is due...' }}
    />
  );
}

type InvitedForm = ReturnType<typeof useInvitedForm>;

function useInvitedForm(token: string) {
  return useContractForm(InvitedRegistration, {
    name: 'invited',
    initialValues: { token, firstName: '', lastName: '', personalPhone: '', password: '', confirmPassword: '' },
  });
}

/** Separate component, so that a keystroke renders nothing else. */
function StrengthOfTyped({ form, email }: { form: InvitedForm; email: string }) {
  const personal = [form.useWatchValue('firstName'), form.useWatchValue('lastName'), email];
  return <PasswordStrength password={form.useWatchValue('password')} personal={personal} />;
}
