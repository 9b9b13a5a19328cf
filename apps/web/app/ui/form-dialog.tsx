import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import classes from './form-dialog.module.css';

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

/** A form in a dialog, which takes the whole screen of a phone. Once something was typed only its buttons leave it. */
export function FormDialog({ opened, title, onClose, children }: Props) {
  const fullScreen = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setTyped(false)}
      title={title}
      size={640}
      fullScreen={fullScreen}
      centered={!fullScreen}
      radius={fullScreen ? 0 : 'lg'}
      closeOnClickOutside={false}
      closeOnEscape={!typed}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.title ?? '' }}
      transitionProps={{ transition: 'fade-up' }}
    >
      <div onInput={() => setTyped(true)}>{children}</div>
    </Modal>
  );
}
