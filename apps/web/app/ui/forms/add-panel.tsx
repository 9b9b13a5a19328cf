import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './add-panel.module.css';

type Panel = {
  /** Label of the opening button, which the submit button repeats. */
  action: string;
  onClose: () => void;
};

type Props = {
  action: string;
  /** Icon of the opening button; a plus unless given. */
  icon?: ReactNode;
  children: (panel: Panel) => ReactNode;
};

/**
 * Form behind the button that opens it. The focus goes to the field marked `data-autofocus`, and back to the button
 * when the form closes.
 */
export function AddPanel({ action, icon = <IconPlus size={14} aria-hidden />, children }: Props) {
  const [opened, setOpened] = useState<boolean>();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (opened === undefined) return; // not opened yet
    place.current?.querySelector<HTMLElement>(opened ? '[data-autofocus]' : 'button')?.focus();
  }, [opened]);

  return (
    <div ref={place} className={classes.place}>
      {opened ? (
        <div className={classes.panel}>{children({ action, onClose: () => setOpened(false) })}</div>
      ) : (
        <Button variant="default" size="xs" leftSection={icon} onClick={() => setOpened(true)}>
          {action}
        </Button>
      )}
    </div>
  );
}
