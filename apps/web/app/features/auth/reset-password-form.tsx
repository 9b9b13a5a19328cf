import { PasswordResetForm } from '@anupalan/contract/auth';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { CodeInput } from '../../ui/code-input.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { useResetPassword } from './reset-password.ts';

export function ResetPasswordForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const resetting = useResetPassword();
  const form = useForm({
    initialValues: { otp: '', newPassword: '', confirmPassword: '' },
    validate: schemaResolver(PasswordResetForm, { sync: true }),
    transformValues: (values) => PasswordResetForm.parse(values),
  });
  function showFailure(error: Error) {
    const faults = toFaults(error);
    form.setErrors(faults);
    focusFirstFault(form, faults);
  }

  const hasPlace = resetting.error !== null && Object.keys(toFaults(resetting.error)).length > 0;
  const submit = form.onSubmit(
    ({ otp, newPassword }) =>
      resetting.mutate(
        { email, otp, newPassword },
        {
          onSuccess: () => {
            toast.success('Password reset successful! Please login with your new password.');
            navigate('/login', { state });
          },
          onError: showFailure,
        },
      ),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={hasPlace ? undefined : resetting.error?.message} />
        <CodeInput {...form.getInputProps('otp')} autoFocus />
        <div>
          <PasswordInput
            {...form.getInputProps('newPassword')}
            label="New password"
            description="At least 8 characters: upper and lower case, a number, a special character"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            size="md"
            required
            autoComplete="new-password"
          />
          <PasswordStrength password={form.values.newPassword} personal={[email]} />
        </div>
        <PasswordInput
          {...form.getInputProps('confirmPassword')}
          label="Confirm new password"
          size="md"
          required
          autoComplete="new-password"
        />
        <Button type="submit" size="md" fullWidth loading={resetting.isPending}>
          Reset Password
        </Button>
      </Stack>
    </form>
  );
}

/** What the server refused, by field: a 401 is about the code. */
function toFaults(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return error.status === 401 ? { otp: error.message } : error.faults;
}
