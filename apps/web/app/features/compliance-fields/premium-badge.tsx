import { Badge } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';

export function PremiumBadge() {
  return (
    <Badge
      component="span"
      size="sm"
      variant="light"
      color="grape"
      tt="none"
      radius="sm"
      leftSection={<IconSparkles size={11} stroke={2} aria-hidden />}
    >
      Premium
    </Badge>
  );
}
