import { Badge } from '@mantine/core';

/** Badge of a column that every item fills (R-tracker-15). */
export function RequiredMark() {
  return (
    <Badge component="span" size="sm" variant="default" tt="none" radius="sm" fw={500}>
      Required
    </Badge>
  );
}
