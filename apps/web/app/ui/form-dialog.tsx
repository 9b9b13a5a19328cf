import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AskingDialog } from './asking-dialog.tsx';

type Props = {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** The form; its Cancel leaves as Escape does. */
  children: (leave: () => void) => ReactNode;
};

/** A form in a dialog, which asks before it is left with something typed, chosen or dropped in it. */
export function FormDialog({ opened, title, onClose, children }: Props) {
  const [typed, setTyped] = useState(false);
  // However it was closed, by its form too, the next one begins with nothing typed.
  if (!opened && typed) setTyped(false);
  return (
    <AskingDialog opened={opened} typed={typed} onClose={onClose} title={title} size={640}>
      {(leave) => (
        <Box p={{ base: 16, sm: 24 }} onInput={() => setTyped(true)} onDrop={() => setTyped(true)}>
          {children(leave)}
        </Box>
      )}
    </AskingDialog>
  );
}
