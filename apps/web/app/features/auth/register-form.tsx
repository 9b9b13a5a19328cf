import { Button, Divider, Stack } from '@mantine/core';
import toast from 'react-hot-toast';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { CompanyFields } from '../companies/company-fields.tsx';
import { AboutYouFields } from './about-you-fields.tsx';
import { useRegister } from './calls.ts';
import { toRegistrationFailure } from './registration-failure.ts';
import type { RegistrationForm } from './registration-form-state.ts';

/** Sign-up form on one page; once it is accepted a code has been mailed (R-accounts-1, R-accounts-3). */
export function RegisterForm({ form, onCodeSent }: { form: RegistrationForm; onCodeSent: (email: string) => void }) {
  const registration = useRegister();
  const failure = registration.error ? toRegistrationFailure(registration.error) : undefined;

  function showFailure(error: Error) {
    const { faults, message } = toRegistrationFailure(error);
    form.showFaults(faults);
    if (Object.keys(faults).length === 0) toast.error(message);
  }

  const submit = form.onSubmit((values) =>
    registration.mutate(values, {
      onSuccess: () => {
        toast.success('Registration successful! Please verify your email with OTP');
        onCodeSent(values.primaryEmail);
      },
      onError: showFailure,
    }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xl">
        <FormAlert message={failure?.message} />
        <AboutYouFields form={form} />
        <Divider />
        <CompanyFields form={form} />
        <Button type="submit" size="md" fullWidth loading={registration.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}
