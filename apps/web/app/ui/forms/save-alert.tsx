import { Button, Group, Text } from '@mantine/core';
import { ApiError } from '../../lib/api/api.ts';
import { FormAlert } from './form-alert.tsx';

type Props = {
  error: Error | null;
  /** Message for a failure without the server's words; this alert adds "Please try again." */
  fallback: string;
  /** Undefined for a new thing, which nobody else can have changed. */
  onLoadCurrent: (() => void) | undefined;
  loading?: boolean;
  /** Message when the current version could not be loaded. */
  loadFailure?: string | undefined;
};

/**
 * Alert for a form that was not saved. After a 409 it offers to load the version that somebody else saved
 * (R-catalogue-2).
 */
export function SaveAlert({ error, fallback, onLoadCurrent, loading = false, loadFailure }: Props) {
  const message = error?.message === fallback ? `${fallback}. Please try again.` : error?.message;
  const isOutdated = error instanceof ApiError && error.status === 409;
  return (
    <>
      <FormAlert message={loadFailure ?? message} />
      {isOutdated && onLoadCurrent && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            What you typed is still here; loading the current version replaces it.
          </Text>
          <Button variant="light" size="compact-sm" loading={loading} onClick={onLoadCurrent}>
            Load the current version
          </Button>
        </Group>
      )}
    </>
  );
}
