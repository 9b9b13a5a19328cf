import { PasskeyName } from '@anupalan/contract/passkeys';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { stopAskingForPasskey } from './browser-passkeys.ts';
import { useAddPasskey } from './calls.ts';

type Props = {
  opened: boolean;
  /** Name to begin with. */
  suggestion: string;
  /** Gets the recovery codes that came with the first passkey. */
  onAdded: (recoveryCodes: string[] | undefined) => void;
  onClose: () => void;
};

/** Name of a new passkey, which the browser then makes. */
export function AddPasskeyDialog({ opened, onClose, ...form }: Props) {
  function leave() {
    void stopAskingForPasskey();
    onClose();
  }
  return (
    <Dialog opened={opened} onClose={leave} title="Add a passkey" size="sm" small>
      <Box px={24} pt={16} pb={24}>
        <AddForm {...form} onCancel={leave} />
      </Box>
    </Dialog>
  );
}

function AddForm({ suggestion, onAdded, onCancel }: Pick<Props, 'suggestion' | 'onAdded'> & { onCancel: () => void }) {
  const adding = useAddPasskey();
  const form = useContractForm(PasskeyName, { initialValues: { name: suggestion } });
  const submit = form.onSubmit(({ name }) =>
    adding.mutate(name, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes), onError: form.showRefusal }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          Your browser asks for your fingerprint, your face, a PIN or a security key. From then on that is the second
          step of signing in, in place of the code by mail.
        </Text>
        <FormAlert message={messageAboutNoField(adding.error)} />
        <Field
          form={form}
          name="name"
          label="Name"
          hint="What you know it by, such as “Work laptop”"
          required
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={adding.isPending}>
            Go on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
