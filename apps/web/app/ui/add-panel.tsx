import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './add-panel.module.css';

type Panel = {
  /** What the button said that opened the form, and what the one that sends it says. */
  action: string;
  onClose: () => void;
};

type Props = { action: string; children: (panel: Panel) => ReactNode };

/**
 * A form behind the button that asks for it. The focus goes to the form's field marked `data-autofocus`, and back to the
 * button when the form closes.
 */
export function AddPanel({ action, children }: Props) {
  const [opened, setOpened] = useState<boolean>();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (opened === undefined) return; // never asked for yet
    place.current?.querySelector<HTMLElement>(opened ? '[data-autofocus]' : 'button')?.focus();
  }, [opened]);

  return (
    <div ref={place} className={classes.place}>
      {opened ? (
        <div className={classes.panel}>{children({ action, onClose: () => setOpened(false) })}</div>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
