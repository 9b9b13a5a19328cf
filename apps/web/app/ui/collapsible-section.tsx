import { Title, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './collapsible-section.module.css';

type Props = {
  title: string;
  /** Storage key under which the browser remembers whether the section is open. */
  storageKey: string;
  /** Initial state, until somebody folds or unfolds it. */
  openAtFirst: boolean;
  /** Few words beside the title, such as a count. */
  summary?: string | undefined;
  /** Buttons shown in either state. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Section that folds away under its heading and stays as it was left. */
export function CollapsibleSection({ title, storageKey, openAtFirst, summary, actions, children }: Props) {
  const id = useId();
  const [open, setOpen] = useLocalStorage({
    key: storageKey,
    defaultValue: openAtFirst,
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => (stored === undefined ? openAtFirst : stored === 'true'),
  });
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.header}>
        <Title order={2} size="h3">
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={open ? `${id}-content` : undefined}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={18} stroke={2} aria-hidden className={classes.chevron} />
            <span id={`${id}-title`}>{title}</span>
          </UnstyledButton>
        </Title>
        {summary && <span className={classes.summary}>{summary}</span>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {open && (
        <div id={`${id}-content`} className={classes.content}>
          {children}
        </div>
      )}
    </section>
  );
}
