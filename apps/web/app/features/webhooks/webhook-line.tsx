import type { Webhook, WebhookWithSecret } from '@anupalan/contract/telling/webhooks';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDayOf, formatInstant } from '../../lib/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RecordLine } from '../../ui/lists/record-list.tsx';
import { useDeleteWebhook, useRenewSecret, useSwitchWebhook } from './calls.ts';
import { StateBadge } from './state-badge.tsx';

type Props = {
  webhook: Webhook;
  onEdit: (webhook: Webhook) => void;
  onLog: (webhook: Webhook) => void;
  onSecret: (webhook: WebhookWithSecret) => void;
};

/** Line of a webhook with its state and what can be done with it. */
export function WebhookLine({ webhook, onEdit, onLog, onSecret }: Props) {
  const [asking, setAsking] = useState<'delete' | 'renew' | null>(null);
  const switching = useSwitchWebhook();
  const renewing = useRenewSecret();
  const deleting = useDeleteWebhook();
  const { address, off } = webhook;
  const name = new URL(address).host;
  const close = () => setAsking(null);
  return (
    <RecordLine title={name} aside={<State webhook={webhook} />} detail={detailOf(webhook)}>
      {off && (
        <Button size="compact-sm" loading={switching.isPending} onClick={() => switching.mutate({ webhook, on: true })}>
          Switch on
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={() => onLog(webhook)} aria-label={`Calls of ${name}`}>
        Calls
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${name}`}>
            <IconDots size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onEdit(webhook)}>Change</Menu.Item>
          {!off && <Menu.Item onClick={() => switching.mutate({ webhook, on: false })}>Switch off</Menu.Item>}
          <Menu.Item onClick={() => setAsking('renew')}>Another secret</Menu.Item>
          <Menu.Item onClick={() => setAsking('delete')}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking === 'delete'}
        question={`Are you sure you want to delete the webhook to ${name}? The log of its calls goes with it.`}
        busy={deleting.isPending}
        onConfirm={() => deleting.mutate(webhook, { onSettled: close })}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'renew'}
        question={`Make another secret for ${name}? For a day calls are signed with both.`}
        action="Make another secret"
        busy={renewing.isPending}
        onConfirm={() => renewing.mutate(webhook, { onSuccess: onSecret, onSettled: close })}
        onClose={close}
      />
    </RecordLine>
  );
}

function State({ webhook: { off, failures } }: { webhook: Webhook }) {
  if (off)
    return (
      <StateBadge
        {...(off.why === 'hand' ? { words: 'Off', tone: 'neutral' } : { words: 'Off: it failed', tone: 'bad' })}
      />
    );
  return failures > 0 ? <StateBadge words="Failing" tone="waiting" /> : <StateBadge words="On" tone="good" />;
}

function detailOf({ off, failures, failingSince, waiting, events, createdAt }: Webhook): string {
  const waits = waiting > 0 ? `${waiting >= 1_000 ? '1,000 or more' : waiting} waiting` : null;
  const state = off
    ? off.why === 'failures'
      ? `Switched off on ${formatInstant(off.at)}, after it failed for more than a day. Its calls say why.`
      : `Switched off on ${formatInstant(off.at)}`
    : failures > 0 && failingSince
      ? `Failed ${failures === 1 ? 'once' : `${failures} times`} since ${formatInstant(failingSince)}`
      : `Made on ${formatDayOf(createdAt)}, for ${events.length === 1 ? '1 kind of event' : `${events.length} kinds of events`}`;
  return [state, waits].filter(Boolean).join(' · ');
}
