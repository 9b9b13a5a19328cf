import { Button, Group, Text } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { DialogsAbove, useCounted } from './use-counted.ts';

type Props = {
  opened: boolean;
  /** Whole sentence, such as "Are you sure you want to delete this act?" */
  question: string;
  /** Label of the button that goes ahead. */
  action?: string;
  /** True from the click until the action is done; the dialog can't be left meanwhile. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Question before something that can't be undone, with the focus on Cancel (R-pages-16). */
export function ConfirmDialog({ opened, question, action = 'Delete', busy = false, onConfirm, onClose }: Props) {
  useCounted(DialogsAbove, opened);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={action} size="sm" small>
      <Text px={24} pt={16}>
        {question}
      </Text>
      <Group justify="flex-end" p={24}>
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button color="red.9" onClick={onConfirm} loading={busy}>
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
