import { Button, Group, Modal, Text } from '@mantine/core';

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
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={action}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{question}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={onConfirm} loading={busy}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
