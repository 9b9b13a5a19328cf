import type { ProofKey, Seal } from '@anupalan/contract/proof/seals';
import { INDIA } from '@anupalan/domain/calendar-day';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import classes from './activity.module.css';
import { useProofKey, useSeal } from './calls.ts';

type Props = { number: number; onClose: () => void };

/** Seal with its head, and how somebody verifies with it (R-activity-7). */
export function SealDialog({ number, onClose }: Props) {
  const seal = useSeal(number);
  const key = useProofKey();
  const failed = seal.isError || key.isError;
  const retry = () => Promise.all([seal.refetch(), key.refetch()]);
  return (
    <Dialog opened onClose={onClose} title={`Seal ${number.toLocaleString('en-IN')}`} size={600}>
      <Stack gap="lg" px={{ base: 16, sm: 24 }} py="lg">
        {failed && (
          <Group justify="space-between">
            <Text size="sm">The seal could not be loaded</Text>
            <Button variant="default" onClick={retry}>
              Try again
            </Button>
          </Group>
        )}
        {!failed && seal.data && key.data && <SealFacts seal={seal.data} proofKey={key.data} />}
        {!failed && !(seal.data && key.data) && <Skeleton height={260} aria-label="Loading…" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short', timeZone: INDIA };

function SealFacts({ seal: { at, count, head }, proofKey }: { seal: Seal; proofKey: ProofKey }) {
  const events = count === 1 ? 'one event' : `${count.toLocaleString('en-IN')} events`;
  return (
    <>
      <Text size="sm">
        Made on {Temporal.Instant.from(at).toLocaleString('en-GB', MOMENT)} with {events}. Its head stands for
        everything that was sealed until then: with it anybody can tell whether something was altered, left out or put
        in since.
      </Text>
      <CopyField label="Head" value={head} />
      <CopyField label="Fingerprint of the key that signs" value={proofKey.fingerprint} />
      <Text size="sm" c="dimmed">
        To verify a sealed file or a pack offline, on any machine that has Node.js:{' '}
        <code className={classes.command}>npm run verify -- FILE --key FINGERPRINT --head HEAD</code>
      </Text>
    </>
  );
}
