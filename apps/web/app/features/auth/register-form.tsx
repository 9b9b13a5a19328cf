import { Button, Divider, Stack } from '@mantine/core';
import toast from 'react-hot-toast';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { toRegistrationFailure, useRegister } from './register.ts';
import { AboutYouFields, CompanyFields } from './registration-fields.tsx';
import type { RegistrationForm } from './registration-form-state.ts';

/** The whole sign-up on one page; once it is accepted a code has been mailed. */
export function RegisterForm({ form, onCodeSent }: { form: RegistrationForm; onCodeSent: (email: string) => void }) {
  const registration = useRegister();
  const failure = registration.error ? toRegistrationFailure(registration.error) : undefined;

  function showFailure(error: Error) {
    const { faults, message } = toRegistrationFailure(error);
    form.setErrors(faults);
    focusFirstFault(form, faults);
    if (Object.keys(faults).length === 0) toast.error(message);
  }

  const submit = form.onSubmit(
    (values) =>
      registration.mutate(values, {
        onSuccess: () => {
          toast.success('Registration successful! Please verify your email with OTP');
          onCodeSent(values.primaryEmail);
        },
        onError: showFailure,
      }),
    (faults) => focusFirstFault(form, faults),
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
