import { type ComponentProps, type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'children'> & {
  /** Something was typed in it that leaving would lose. */
  typed: boolean;
  /** `leave` closes it as Escape does. */
  children: (leave: () => void) => ReactNode;
};

/** A dialog that what was typed is not lost in by a slip: before that is left, it asks. */
export function AskingDialog({ typed, onClose, children, ...dialog }: Props) {
  const [asking, setAsking] = useState(false);

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
    <Dialog {...dialog} onClose={leave}>
      {children(leave)}
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
