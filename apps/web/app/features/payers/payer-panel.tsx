import type { Member } from '@anupalan/contract/people/members';
import type { Payer } from '@anupalan/contract/people/payers';
import { can } from '@anupalan/domain/permissions';
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useAskPayer, useEndPayer, usePayer } from './calls.ts';

/** Panel that says who pays for the company, and by which the owner asks another member to (R-members-60). */
export function PayerPanel({ members }: { members: readonly Member[] }) {
  const payer = usePayer({ enabled: true });
  return (
    <Panel title="Plan and payment" text="The plan of the company is that of whoever pays for it.">
      {payer.isPending && <Skeleton height={72} role="status" aria-label="Loading who pays…" />}
      {payer.isError && (
        <Alert color="red" variant="light" role="alert">
          {payer.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => payer.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {payer.data && <PayerDetails state={payer.data} members={members} />}
    </Panel>
  );
}

function PayerDetails({ state: { payer, plan, asked }, members }: { state: Payer; members: readonly Member[] }) {
  const actor = useActor();
  const ending = useEndPayer();
  const isOwner = can(actor, 'companies.change-payer');
  const others = members.filter(({ role }) => role !== 'owner' && role !== 'viewer');
  const mayEnd = (person: { userId: string }) => can(actor, 'companies.end-payer', person);
  const isPayer = payer?.userId === actor?.userId;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Badge variant="light" tt="none" size="lg" color={plan === 'premium' ? 'violet' : 'gray'}>
          {plan === 'premium' ? 'Premium' : 'Free'}
        </Badge>
        {payer && (
          <Text size="sm" c="dimmed">
            {isPayer ? 'You pay' : `${fullNameOf(payer)} pays`}
            {payer.isOwner && !isPayer && ', as its owner'}
          </Text>
        )}
      </Group>
      {asked && !asked.forMe && (
        <Text size="sm">
          <b>{fullNameOf(asked)}</b> was asked to pay and hasn't answered yet.
        </Text>
      )}
      {payer && !payer.isOwner && mayEnd(payer) && (
        <div>
          <Button variant="default" size="xs" loading={ending.isPending} onClick={() => ending.mutate()}>
            {isPayer ? 'Stop paying' : 'Let the owner pay again'}
          </Button>
        </div>
      )}
      {asked && !asked.forMe && isOwner && (
        <div>
          <Button variant="default" size="xs" loading={ending.isPending} onClick={() => ending.mutate()}>
            Take the question back
          </Button>
        </div>
      )}
      {isOwner && !asked && payer?.isOwner !== false && others.length > 0 && <AskToPay others={others} />}
    </Stack>
  );
}

function AskToPay({ others }: { others: readonly Member[] }) {
  const asking = useAskPayer();
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Stack gap="xs">
      <Select
        label="Somebody else pays"
        description="They need Premium, and have to accept"
        data={others.map((member) => ({ value: member.userId, label: fullNameOf(member) }))}
        value={chosen}
        onChange={setChosen}
        placeholder="Choose a person"
      />
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={chosen === null}
          loading={asking.isPending}
          onClick={() => chosen !== null && asking.mutate(chosen, { onSuccess: () => setChosen(null) })}
        >
          Ask to pay
        </Button>
      </div>
    </Stack>
  );
}
