import { Modal, type ModalRootProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsPasswordAsked } from '../../lib/api/ask-password.ts';
import { useNarrow } from '../../lib/use-narrow.ts';
import classes from './dialog.module.css';
import { DialogsAbove } from './use-counted.ts';
import { useFocusReturn } from './use-focus-return.ts';

/** The library's dialogs have 200, its popups 300. */
const ABOVE_ALL = 250;

type Props = Pick<ModalRootProps, 'opened' | 'onClose' | 'size' | 'closeOnClickOutside'> & {
  title: ReactNode;
  /** Small dialogs keep their size on a phone, where others fill the screen. */
  small?: boolean;
  /** The dialog that asks for the password stands above all others, which Escape leaves alone meanwhile. */
  aboveAll?: boolean;
  children: ReactNode;
};

/**
 * Dialog whose title stays in sight; on a phone it fills the screen. The library's own header is left out, as screen
 * readers would take it for a second banner of the page. The content brings its own margins, so that a footer can reach
 * the edges. Escape closes the topmost of several dialogs. Closed, it gives the focus back (R-pages-43).
 */
export function Dialog({ title, small = false, aboveAll = false, children, ...root }: Props) {
  const narrow = useNarrow();
  const [dialogsAbove, setDialogsAbove] = useState(0);
  const passwordAsked = useIsPasswordAsked();
  const fullScreen = narrow && !small;
  useFocusReturn(root.opened);
  return (
    <Modal.Root
      {...root}
      returnFocus={false}
      closeOnEscape={dialogsAbove === 0 && (aboveAll || !passwordAsked)}
      {...(aboveAll && { zIndex: ABOVE_ALL })}
      fullScreen={fullScreen}
      centered={!fullScreen}
      // Content is unmounted on close, so there is nothing to fade out.
      transitionProps={{ transition: 'fade-up', exitDuration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content radius={fullScreen ? 0 : 'lg'}>
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </div>
        <Modal.Body p={0}>
          <DialogsAbove value={setDialogsAbove}>{children}</DialogsAbove>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
