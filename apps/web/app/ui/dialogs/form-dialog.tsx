import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AskingDialog } from './asking-dialog.tsx';

type Props = {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** Form; its Cancel leaves as Escape does. */
  children: (leave: () => void) => ReactNode;
};

/** Form in a dialog that asks before it is left with something typed, chosen or dropped in it (R-pages-16). */
export function FormDialog({ opened, title, onClose, children }: Props) {
  const [typed, setTyped] = useState(false);
  // Reset on every close, the form's own included, so that the next one starts with nothing typed.
  if (!opened && typed) setTyped(false);
  return (
    <AskingDialog opened={opened} isTyped={() => typed} onClose={onClose} title={title} size={640}>
      {(leave) => (
        <Box p={{ base: 16, sm: 24 }} onInput={() => setTyped(true)} onDrop={() => setTyped(true)}>
          {children(leave)}
        </Box>
      )}
    </AskingDialog>
  );
}
