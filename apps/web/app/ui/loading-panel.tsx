import { Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core';

type Props = { what: string; failed: boolean; onRetry: () => void };

/** Placeholder of a list while it loads, or when that failed. */
export function LoadingPanel({ what, failed, onRetry }: Props) {
  if (!failed) {
    return (
      <div role="status">
        <VisuallyHidden>Loading {what}…</VisuallyHidden>
        <Skeleton height={180} radius="lg" />
      </div>
    );
  }
  return (
    <Group role="alert">
      <Text c="dimmed">The {what} could not be loaded.</Text>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  );
}
