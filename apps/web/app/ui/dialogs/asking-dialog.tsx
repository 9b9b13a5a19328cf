import { type ComponentProps, type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'children'> & {
  /** Whether leaving would lose typed text. */
  isTyped: () => boolean;
  /** Whether the dialog can't be left at the moment. */
  isBusy?: () => boolean;
  /** What is asked, and the label of the button that leaves all the same. */
  question?: string;
  action?: string;
  /** `leave` closes the dialog as Escape does, with the question. */
  children: (leave: () => void) => ReactNode;
};

/** Dialog that asks before it is left with typed text (R-pages-16). */
export function AskingDialog({ isTyped, isBusy = () => false, question, action, onClose, children, ...dialog }: Props) {
  const [asking, setAsking] = useState(false);

  function leave() {
    if (isBusy()) return;
    // Delayed, because the Escape that opens the question would also reach and close it.
    if (isTyped()) setTimeout(() => setAsking(true));
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
        question={question ?? 'Are you sure you want to discard what you have typed?'}
        action={action ?? 'Discard'}
        onConfirm={discard}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
