import { Badge } from '@mantine/core';

/** Marks a column that every item fills. */
export function RequiredMark() {
  return (
    <Badge size="sm" variant="default" tt="none" radius="sm" fw={500}>
      Required
    </Badge>
  );
}
