import { Modal, type ModalRootProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import classes from './dialog.module.css';
import { DialogBelow } from './dialog-above.ts';

type Props = Pick<ModalRootProps, 'opened' | 'onClose' | 'size' | 'closeOnClickOutside'> & {
  title: ReactNode;
  /** A few words need no more room than they take, on a phone too. */
  small?: boolean;
  children: ReactNode;
};

/**
 * A dialog whose title stays in sight; it takes the whole screen of a phone. The library's own header would be another
 * banner of the page to screen readers. What is in it brings its own margins, so that a footer can reach the edges.
 * Escape closes the topmost of several.
 */
export function Dialog({ title, small = false, children, ...root }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [dialogsAbove, setDialogsAbove] = useState(0);
  const fullScreen = narrow && !small;
  return (
    <Modal.Root
      {...root}
      closeOnEscape={dialogsAbove === 0}
      fullScreen={fullScreen}
      centered={!fullScreen}
      // Its content goes the moment it closes; there would be nothing to fade out.
      transitionProps={{ transition: 'fade-up', exitDuration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content radius={fullScreen ? 0 : 'lg'}>
        <div className={classes.header}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </div>
        <Modal.Body p={0}>
          <DialogBelow value={setDialogsAbove}>{children}</DialogBelow>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
