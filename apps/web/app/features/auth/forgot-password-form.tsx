import { ForgottenPassword } from '@anupalan/contract/auth';
import { Button, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { useForgotPassword } from './forgot-password.ts';

export function ForgotPasswordForm() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const sending = useForgotPassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: schemaResolver(ForgottenPassword, { sync: true }),
    transformValues: (values) => ForgottenPassword.parse(values),
  });
  const submit = form.onSubmit(
    ({ email }) =>
      sending.mutate(email, {
        onSuccess: () => {
          toast.success('Password reset OTP sent to your email');
          navigate('/reset-password', { state: { ...state, email } });
        },
      }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={sending.error?.message} />
        <TextInput
          {...form.getInputProps('email')}
          key={form.key('email')}
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
