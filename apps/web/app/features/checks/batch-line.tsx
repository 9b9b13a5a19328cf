import type { CheckBatch } from '@anupalan/contract/people/checks';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { countRecords, useApproveBatch, useReturnBatch } from './calls.ts';
import classes from './checks.module.css';
import { DecisionForm } from './decision-form.tsx';

/** Records that came by one import, with the ways to answer all of them at once (R-imports-16). */
export function BatchLine({ batch }: { batch: CheckBatch }) {
  const [answering, setAnswering] = useState<'approve' | 'return' | null>(null);
  const approve = useApproveBatch(batch._id);
  const giveBack = useReturnBatch(batch._id);
  const records = countRecords(batch.records);
  return (
    <li className={classes.check}>
      <b>{records} of one import</b>
      <Text size="sm" c="dimmed">
        Past statuses that came by a file. Look at some of them below, then answer all of them at once.
      </Text>
      {answering ? (
        <DecisionForm answer={answering} approve={approve} giveBack={giveBack} onClose={() => setAnswering(null)} />
      ) : (
        <Group gap="xs" mt="xs">
          <Button size="xs" loading={approve.isPending} onClick={() => approve.mutate({})}>
            Approve all {records}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAnswering('approve')}>
            Approve all with a note…
          </Button>
          <Button size="xs" variant="default" onClick={() => setAnswering('return')}>
            Return all…
          </Button>
        </Group>
      )}
    </li>
  );
}
