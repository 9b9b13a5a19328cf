import { Reauthentication } from '@anupalan/contract/auth-changes';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { settlePassword, useIsPasswordAsked } from '../../../lib/api/ask-password.ts';
import { faultsOf } from '../../../lib/forms/faults.ts';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { useReauthenticate } from './calls.ts';

/** Dialog that asks for the password when a call needs a fresh sign-in, above whatever is open (R-accounts-61). */
export default function ConfirmPasswordDialog() {
  const asked = useIsPasswordAsked();
  // Opened after it is there, so that the dialog knows where the focus was, and gives it back.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <Dialog
      opened={asked && isThere}
      onClose={() => settlePassword(false)}
      title="Confirm that it is you"
      size="sm"
      small
      aboveAll
      closeOnClickOutside={false}
    >
      <PasswordForm />
    </Dialog>
  );
}

function PasswordForm() {
  const { user } = useSession();
  const confirming = useReauthenticate();
  const form = useContractForm(Reauthentication, { initialValues: { password: '' } });
  const submit = form.onSubmit(({ password }) =>
    confirming.mutate(password, { onSuccess: () => settlePassword(true), onError: form.showRefusal }),
  );
  const isAboutField = Object.keys(faultsOf(confirming.error)).length > 0;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" p={24} pt={16}>
        <Text>You signed in more than 15 minutes ago. Please enter your password to continue.</Text>
        <FormAlert message={isAboutField ? undefined : confirming.error?.message} />
        {/* Password managers look for the account beside the password. */}
        <input type="text" value={user?.primaryEmail ?? ''} autoComplete="username" readOnly hidden />
        <Field
          form={form}
          name="password"
          as={PasswordInput}
          label="Password"
          size="md"
          required
          autoComplete="current-password"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => settlePassword(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={confirming.isPending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
