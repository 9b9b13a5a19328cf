import { PasswordResetForm } from '@anupalan/contract/auth';
import { Button, Stack } from '@mantine/core';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../lib/api/api.ts';
import { faultsOf } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { CodeInput } from '../../ui/forms/code-input.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useResetPassword } from './calls.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

export function ResetPasswordForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const resetting = useResetPassword();
  const form = useContractForm(PasswordResetForm, {
    mode: 'controlled',
    initialValues: { otp: '', newPassword: '', confirmPassword: '' },
  });
  const isAboutField = Object.keys(readFaults(resetting.error)).length > 0;
  const submit = form.onSubmit(({ otp, newPassword }) =>
    resetting.mutate(
      { email, otp, newPassword },
      {
        onSuccess: () => {
          toast.success('Password reset successful! Please login with your new password.');
          navigate('/login', { state });
        },
        onError: (error) => form.showFaults(readFaults(error)),
      },
    ),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={isAboutField ? undefined : resetting.error?.message} />
        <CodeInput {...form.getInputProps('otp')} autoFocus />
        <NewPasswordFields form={form} personal={[email]} />
        <Button type="submit" size="md" fullWidth loading={resetting.isPending}>
          Reset Password
        </Button>
      </Stack>
    </form>
  );
}

/** Faults by field; a 401 belongs to the code. */
function readFaults(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof ApiError && error.status === 401 ? { otp: error.message } : faultsOf(error);
}

/**
 * E-mail that /forgot-password puts in the navigation state (R-accounts-28); undefined when the user came another way.
 */
export function resetEmail(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined;
  return typeof state.email === 'string' ? state.email : undefined;
}
