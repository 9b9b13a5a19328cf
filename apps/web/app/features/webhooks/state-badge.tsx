import { Badge } from '@mantine/core';

type Props = { words: string; tone: 'good' | 'waiting' | 'bad' | 'neutral' };

/** State of a webhook or a call, in the colours of statuses. */
export function StateBadge({ words, tone }: Props) {
  return (
    <Badge size="sm" tt="none" c={`var(--tone-${tone})`} bg={`var(--tone-${tone}-ground)`}>
      {words}
    </Badge>
  );
}
