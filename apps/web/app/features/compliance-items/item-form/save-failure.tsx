import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Button, Group, Text } from '@mantine/core';
import { ApiError } from '../../../lib/api.ts';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { useCurrentItem } from '../load-current-item.ts';

type Props = {
  error: Error | null;
  /** What the calls say when the server said nothing. */
  fallback: string;
  item: ComplianceItem | null;
  onReplace: (item: ComplianceItem) => void;
};

/** Why an item was not saved. When somebody else changed it meanwhile, their version can be taken instead. */
export function SaveFailure({ error, fallback, item, onReplace }: Props) {
  const load = useCurrentItem();
  const isStale = item !== null && error instanceof ApiError && error.status === 409;
  const message = error?.message === fallback ? `${fallback}. Please try again.` : error?.message;
  return (
    <>
      <FormAlert message={load.error?.message ?? message} />
      {isStale && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            What you typed is still here; loading the current version replaces it.
          </Text>
          <Button
            variant="light"
            size="compact-sm"
            loading={load.isPending}
            onClick={() => load.mutate(item._id, { onSuccess: onReplace })}
          >
            Load the current version
          </Button>
        </Group>
      )}
    </>
  );
}
