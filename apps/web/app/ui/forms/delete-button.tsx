import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';

type Props = {
  /** Accessible name: "Delete" and what. */
  name: string;
  question: string;
  busy: boolean;
  /** Called once the question is confirmed; `close` ends the question where the button outlives it. */
  onDelete: (close: () => void) => void;
};

/** Button that deletes one entry of a list, after a question (R-pages-16). */
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
