import { Button, Group } from '@mantine/core';

type Props = { action: string; busy: boolean; onCancel: () => void };

/** Submit and Cancel of a small form. */
export function FormActions({ action, busy, onCancel }: Props) {
  return (
    <Group gap="xs" mt="md">
      <Button type="submit" size="xs" loading={busy}>
        {action}
      </Button>
      <Button variant="default" size="xs" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
