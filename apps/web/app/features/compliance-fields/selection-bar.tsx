import { Button, Group, Text } from '@mantine/core';

type Props = {
  count: number;
  busy: boolean;
  onAccessLevel: (accessLevel: 'free' | 'premium') => void;
  onDelete: () => void;
  onClear: () => void;
};

/** Actions on several chosen fields (R-catalogue-14). */
export function SelectionBar({ count, busy, onAccessLevel, onDelete, onClear }: Props) {
  return (
    <Group gap="xs" role="group" aria-label="Chosen fields" mih={36}>
      <Text size="sm" fw={550} aria-live="polite">
        {count} chosen
      </Text>
      <Button size="xs" variant="default" disabled={busy} onClick={() => onAccessLevel('free')}>
        Make Free
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => onAccessLevel('premium')}>
        Make Premium
      </Button>
      <Button size="xs" variant="light" color="red" disabled={busy} onClick={onDelete}>
        Delete
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  );
}
