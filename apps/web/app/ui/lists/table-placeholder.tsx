import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import classes from './table-placeholder.module.css';

const BARS = ['38%', '62%', '54%', '70%', '46%', '58%'];

/** Placeholder of a table while it loads. */
export function TableSkeleton({ id }: { id: string }) {
  return (
    <div id={id} className={classes.skeleton} role="status">
      <VisuallyHidden>Loading compliance data…</VisuallyHidden>
      {BARS.map((width) => (
        <div key={width} className={classes.bar} aria-hidden="true">
          <Skeleton height={14} width={width} radius="sm" />
          <Skeleton height={22} width={96} radius="xl" />
        </div>
      ))}
    </div>
  );
}

/** Placeholder of an empty table. */
export function EmptyTable({ text, action, onAction }: { text: string; action?: string; onAction?: () => void }) {
  return (
    <div className={classes.empty}>
      <Text c="dimmed">{text}</Text>
      {action && (
        <Button variant="default" size="compact-sm" onClick={onAction}>
          {action}
        </Button>
      )}
    </div>
  );
}
