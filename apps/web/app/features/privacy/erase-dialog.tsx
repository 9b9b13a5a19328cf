import { Erasure } from '@anupalan/contract/people/privacy';
import { Button, Group, List, PasswordInput, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useEraseOwnAccount } from './calls.ts';

/** Question before the viewer's account is erased, which only its password answers (R-users-32). */
export function EraseDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog opened={opened} title="Erase my account" onClose={onClose}>
      {(leave) => <EraseForm onCancel={leave} />}
    </FormDialog>
  );
}

function EraseForm({ onCancel }: { onCancel: () => void }) {
  const erasure = useEraseOwnAccount();
  const form = useContractForm(Erasure, { initialValues: { password: '' } });
  const submit = form.onSubmit((sent) => erasure.mutate(sent, { onError: form.showRefusal }));

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>This can’t be undone. It erases at once:</Text>
        <List spacing={4}>
          <List.Item>your account, and what you wrote to us</List.Item>
          <List.Item>your company and all it tracked, if nobody else belongs to it</List.Item>
          <List.Item>Premium that is paid for, without a refund</List.Item>
        </List>
        <Text size="sm" c="dimmed">
          Receipts stay as long as the law asks, without your name. You may want to download your data first.
        </Text>
        <FormAlert message={messageAboutNoField(erasure.error)} />
        <Field
          form={form}
          name="password"
          as={PasswordInput}
          label="Your password"
          size="md"
          required
          data-autofocus
          autoComplete="current-password"
        />
        <Group gap="xs">
          <Button type="submit" color="red.9" loading={erasure.isPending}>
            Erase my account
          </Button>
          <Button variant="default" disabled={erasure.isPending} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
