import { NewAddress } from '@anupalan/contract/people/user-management';
import type { User } from '@anupalan/contract/users';
import { Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../../lib/forms/faults.ts';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { EditButtons } from '../../../ui/forms/edit-buttons.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { useChangeUserEmail } from '../calls.ts';

/** Form that gives another user a new e-mail address (R-users-41). */
export function UserEmailForm({ user, onDone }: { user: User; onDone: () => void }) {
  const changing = useChangeUserEmail();
  const form = useContractForm(NewAddress, { name: 'user-email', initialValues: { primaryEmail: '' } });
  const submit = form.onSubmit((changes) =>
    changing.mutate({ id: user._id, ...changes }, { onSuccess: onDone, onError: form.showRefusal }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          Only for somebody who lost their mailbox, and after you made sure who they are. Both addresses are told, and
          the user is signed out everywhere.
        </Text>
        <FormAlert message={messageAboutNoField(changing.error)} />
        <Field form={form} name="primaryEmail" label="New email" type="email" required autoFocus autoComplete="off" />
        <EditButtons saving={changing.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
