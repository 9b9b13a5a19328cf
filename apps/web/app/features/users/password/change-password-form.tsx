import { PasswordChange } from '@anupalan/contract/auth-changes';
import type { User } from '@anupalan/contract/users';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { messageAboutNoField } from '../../../lib/forms/faults.ts';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { EditButtons } from '../../../ui/forms/edit-buttons.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { NewPasswordFields } from '../../auth/new-password-fields.tsx';
import { useChangeOwnPassword } from '../calls.ts';

type Props = {
  user: User;
  onDone: () => void;
  /** False where nothing goes on without a new password. */
  mayCancel?: boolean;
};

/** Form that changes the viewer's own password (R-accounts-63). */
export function ChangePasswordForm({ user, onDone, mayCancel = true }: Props) {
  const changing = useChangeOwnPassword();
  const form = useContractForm(PasswordChange, {
    mode: 'controlled',
    name: 'password',
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const submit = form.onSubmit((change) => changing.mutate(change, { onSuccess: onDone, onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(changing.error)} />
        {/* Password managers look for the account beside the password. */}
        <input type="text" value={user.primaryEmail} autoComplete="username" readOnly hidden />
        <Field
          form={form}
          name="currentPassword"
          as={PasswordInput}
          label="Current password"
          size="md"
          required
          autoFocus
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} personal={[user.primaryEmail, user.firstName, user.lastName]} />
        {mayCancel ? (
          <EditButtons saving={changing.isPending} onCancel={onDone} />
        ) : (
          <Button type="submit" size="md" fullWidth loading={changing.isPending}>
            Change Password
          </Button>
        )}
      </Stack>
    </form>
  );
}
