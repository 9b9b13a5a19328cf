import { Button, Group, Text } from '@mantine/core';
import { ApiError } from '../lib/api.ts';
import { FormAlert } from './form-alert.tsx';

type Props = {
  error: Error | null;
  /** What is said when the server said nothing; here it adds what can be done about it. */
  fallback: string;
  /** Undefined where something new is added, which nobody can have changed. */
  onLoadCurrent: (() => void) | undefined;
  loading?: boolean;
  /** Why their version could not be loaded. */
  loadFailure?: string | undefined;
};

/** Why a form was not saved. When somebody else changed meanwhile what it edits, their version can be taken instead. */
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
