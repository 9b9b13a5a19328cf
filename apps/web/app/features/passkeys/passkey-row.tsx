import { type Passkey, PasskeyName } from '@anupalan/contract/passkeys';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { formatDayOf, formatInstant } from '../../lib/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useRemovePasskey, useRenamePasskey } from './calls.ts';
import classes from './passkeys.module.css';

type Props = {
  passkey: Passkey;
  isLast: boolean;
  /** Whether this one can't be removed (R-passkeys-13). */
  isNeeded: boolean;
};

export function PasskeyRow({ passkey, isLast, isNeeded }: Props) {
  const { _id: id, name, createdAt, lastUsedAt } = passkey;
  const [renaming, rename] = useDisclosure(false);
  const [asking, { open, close }] = useDisclosure(false);
  const removal = useRemovePasskey();
  const losses = isLast
    ? ' It is the last one: your recovery codes go with it, and a code is mailed at sign-in again.'
    : '';
  if (renaming) {
    return (
      <li className={classes.passkey}>
        <RenameForm passkey={passkey} onClose={rename.close} />
      </li>
    );
  }
  return (
    <li className={classes.passkey}>
      <div className={classes.about}>
        <div className={classes.name}>{name}</div>
        <div className={classes.use}>
          Added {formatDayOf(createdAt)}
          {lastUsedAt ? `, last used ${formatInstant(lastUsedAt)}` : ', not used yet'}
        </div>
      </div>
      <Group gap={6} wrap="nowrap">
        <Button variant="default" size="compact-sm" onClick={rename.open} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={open}
          disabled={isNeeded}
          title={isNeeded ? 'Administrators need a passkey. Add another one before you remove this one.' : undefined}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        question={`Are you sure you want to remove the passkey “${name}”?${losses}`}
        action="Remove"
        busy={removal.isPending}
        onConfirm={() => removal.mutate(id, { onSettled: close })}
        onClose={close}
      />
    </li>
  );
}

function RenameForm({ passkey: { _id: id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const renaming = useRenamePasskey();
  const form = useContractForm(PasskeyName, { initialValues: { name } });
  const submit = form.onSubmit((typed) =>
    renaming.mutate({ id, name: typed.name }, { onSuccess: onClose, onError: form.showRefusal }),
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormAlert message={messageAboutNoField(renaming.error)} />
      <Field form={form} name="name" label="Name" required autoFocus />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="xs" loading={renaming.isPending}>
          Save
        </Button>
        <Button variant="default" size="xs" onClick={onClose} disabled={renaming.isPending}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
