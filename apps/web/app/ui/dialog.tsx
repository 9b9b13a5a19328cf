import { Modal, type ModalRootProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

type Props = Pick<ModalRootProps, 'opened' | 'onClose' | 'size' | 'closeOnEscape'> & {
  title: ReactNode;
  children: ReactNode;
};

/**
 * A dialog whose title stays in sight; it takes the whole screen of a phone. The library's own header would be another
 * banner of the page to screen readers. What is in it brings its own margins, so that a footer can reach the edges.
 */
export function Dialog({ title, children, ...root }: Props) {
  const fullScreen = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      {...root}
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
        <Modal.Body p={0}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
