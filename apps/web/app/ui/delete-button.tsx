import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  /** Starts with "Delete" and says what. */
  name: string;
  question: string;
  busy: boolean;
  /** Asked and answered. `close` ends the question, where the button is still there to ask it. */
  onDelete: (close: () => void) => void;
};

/** Deletes one of a list, after asking. */
export function DeleteButton({ name, question, busy, onDelete }: Props) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={name} title="Delete" onClick={() => setAsking(true)}>
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        question={question}
        busy={busy}
        onConfirm={() => onDelete(close)}
        onClose={close}
      />
    </>
  );
}
