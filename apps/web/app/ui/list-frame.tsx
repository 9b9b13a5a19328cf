import { Button, EmptyState, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconCloudOff, IconListSearch } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './list-frame.module.css';

type Props = {
  /** Takes the focus of what was removed from the list. */
  ref?: Ref<HTMLDivElement>;
  /** What is listed, in the plural. */
  what: string;
  /** Undefined until there is a list, or when it could not be loaded. */
  length: number | undefined;
  /** Whether what is shown is the page before, until the one asked for is there. */
  stale: boolean;
  failed: boolean;
  onRetry: () => void;
  /** What an empty list says. */
  empty: string;
  children: ReactNode;
};

const PLACEHOLDERS = ['60%', '45%', '70%', '52%', '64%'];

/** A list on its surface: on its way, failed, empty, or there. */
export function ListFrame({ ref, what, length, stale, failed, onRetry, empty, children }: Props) {
  if (length === undefined && failed) {
    return (
      <div className={classes.frame} role="alert">
        <EmptyState py="xl" icon={<IconCloudOff />} withIndicatorBackground title={`The ${what} could not be loaded`}>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (length === undefined) return <Placeholder what={what} />;
  return (
    <section ref={ref} tabIndex={-1} className={classes.frame} aria-label={what} aria-busy={stale}>
      {length > 0 ? children : <EmptyState py="xl" icon={<IconListSearch />} withIndicatorBackground title={empty} />}
    </section>
  );
}

function Placeholder({ what }: { what: string }) {
  return (
    <div className={classes.frame} role="status">
      <VisuallyHidden>Loading {what}…</VisuallyHidden>
      {PLACEHOLDERS.map((width) => (
        <div key={width} className={classes.placeholder} aria-hidden="true">
          <Skeleton height={36} circle />
          <Skeleton height={14} width={width} radius="sm" />
        </div>
      ))}
    </div>
  );
}
