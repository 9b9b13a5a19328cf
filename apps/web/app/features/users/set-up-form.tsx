import { FirstPassword, setUpAdministrator } from '@anupalan/contract/auth-changes';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { request } from '../../lib/api/api.ts';
import { faultsOf } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useLinkToken } from '../auth/email-change/use-link-token.ts';
import { NewPasswordFields } from '../auth/new-password-fields.tsx';

/** Form that chooses the administrator's password with the printed link (R-users-51). */
export function SetUpForm() {
  const navigate = useNavigate();
  const token = useLinkToken();
  const settingUp = useMutation({
    mutationFn: (newPassword: string) =>
      request(setUpAdministrator, { body: { token: token ?? '', newPassword }, failed: 'Failed to set the password' }),
  });
  const form = useContractForm(FirstPassword, {
    mode: 'controlled',
    initialValues: { newPassword: '', confirmPassword: '' },
  });
  const faults = faultsOf(settingUp.error);
  const submit = form.onSubmit(({ newPassword }) =>
    settingUp.mutate(newPassword, {
      onSuccess: ({ message }) => {
        toast.success(message ?? 'Your password is set.');
        navigate('/login');
      },
      onError: (error) => form.showFaults(faultsOf(error)),
    }),
  );
  const refusal = faults.newPassword ? undefined : settingUp.error?.message;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={token === '' ? 'Please open the link that the server printed again' : refusal} />
        <NewPasswordFields form={form} personal={[]} />
        <Button type="submit" size="md" fullWidth disabled={!token} loading={settingUp.isPending}>
          Set Password
        </Button>
      </Stack>
    </form>
  );
}
