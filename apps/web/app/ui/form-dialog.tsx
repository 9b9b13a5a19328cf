import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** The form; its Cancel leaves as Escape does. */
  children: (leave: () => void) => ReactNode;
};

/** A form in a dialog. What was typed is not lost by a slip: before that is left, it asks. */
export function FormDialog({ opened, title, onClose, children }: Props) {
  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  // However it was closed, by its form too, the next one begins with nothing typed.
  if (!opened && typed) setTyped(false);

  function leave() {
    // Not at once: the Escape that opens the question would reach it too, and close it.
    if (typed) setTimeout(() => setAsking(true));
    else onClose();
  }

  function discard() {
    setAsking(false);
    onClose();
  }

  return (
    <Dialog opened={opened} onClose={leave} title={title} size={640}>
      <Box p={{ base: 16, sm: 24 }} onInput={() => setTyped(true)}>
        {children(leave)}
      </Box>
      <ConfirmDialog
        opened={asking}
        question="Are you sure you want to discard what you have typed?"
        action="Discard"
        onConfirm={discard}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
