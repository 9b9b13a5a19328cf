import { Button, EmptyState, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconCloudOff, IconListSearch } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './list-frame.module.css';

type Props = {
  /** Frame, which takes the focus when an element of the list is removed. */
  ref?: Ref<HTMLDivElement>;
  /** Plural of the noun that is listed. */
  what: string;
  /** Undefined until the list has loaded. */
  length: number | undefined;
  /** Whether the previous page is shown until the next one arrives. */
  stale: boolean;
  failed: boolean;
  onRetry: () => void;
  /** Message of an empty list. */
  empty: string;
  children: ReactNode;
};

const PLACEHOLDERS = ['60%', '45%', '70%', '52%', '64%'];

/** List in one of its states: loading, failed, empty, loaded. */
export function ListFrame({ ref, what, length, stale, failed, onRetry, empty, children }: Props) {
  if (length === undefined && failed) {
    return (
      <div className={classes.frame} role="alert">
        <EmptyState p="xl" icon={<IconCloudOff />} withIndicatorBackground title={`The ${what} could not be loaded`}>
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
      {length > 0 ? children : <EmptyState p="xl" icon={<IconListSearch />} withIndicatorBackground title={empty} />}
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
