import { Button, Group } from '@mantine/core';
import { useAcceptHandover, useDeclineHandover } from './calls.ts';

/** Answers to the offer of a company (R-members-52). */
export function OfferAnswer({ id }: { id: string }) {
  const accepting = useAcceptHandover();
  const declining = useDeclineHandover();
  const busy = accepting.isPending || declining.isPending;
  return (
    <Group gap="xs" mt="xs">
      <Button size="xs" loading={accepting.isPending} disabled={busy} onClick={() => accepting.mutate(id)}>
        Take it over
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => declining.mutate(id)}>
        No, thank you
      </Button>
    </Group>
  );
}
