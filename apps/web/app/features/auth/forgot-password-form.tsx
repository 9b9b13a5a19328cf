import { ForgottenPassword } from '@anupalan/contract/auth';
import { Button, Stack } from '@mantine/core';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useForgotPassword } from './calls.ts';

export function ForgotPasswordForm() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const sending = useForgotPassword();
  const form = useContractForm(ForgottenPassword, { initialValues: { email: '' } });
  const submit = form.onSubmit(({ email }) =>
    sending.mutate(email, {
      onSuccess: () => {
        toast.success('Password reset OTP sent to your email');
        navigate('/reset-password', { state: { ...state, email } });
      },
    }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={sending.error?.message} />
        <Field
          form={form}
          name="email"
          label="Email"
          type="email"
          size="md"
          required
          autoComplete="username"
          placeholder="you@company.in"
        />
        <Button type="submit" size="md" fullWidth loading={sending.isPending}>
          Send Reset Code
        </Button>
      </Stack>
    </form>
  );
}
