import { Button, Group, Text } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { useDialogAbove } from './dialog-above.ts';

type Props = {
  opened: boolean;
  /** A whole question: "Are you sure you want to delete this act?" */
  question: string;
  /** What the button that goes ahead says. */
  action?: string;
  /** True from the click until it is done; the dialog can't be left meanwhile. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that can't be undone. The focus starts on Cancel. */
export function ConfirmDialog({ opened, question, action = 'Delete', busy = false, onConfirm, onClose }: Props) {
  useDialogAbove(opened);
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
