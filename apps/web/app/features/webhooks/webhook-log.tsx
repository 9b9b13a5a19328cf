import type { Webhook, WebhookCall } from '@anupalan/contract/telling/webhooks';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '../../lib/time/dates.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { useResendCall, useTestWebhook, useWebhookCalls } from './calls.ts';
import { describeEvent, describeOutcome } from './event-words.ts';
import { StateBadge } from './state-badge.tsx';
import classes from './webhooks.module.css';

type Props = { webhook: Webhook; onClose: () => void };

/** Log of a webhook's calls of 30 days, each with what came of it (R-webhooks-13). */
export function WebhookLog({ webhook, onClose }: Props) {
  const [page, setPage] = useState(1);
  const { data, isPending, refetch } = useWebhookCalls(webhook, page);
  const testing = useTestWebhook();
  return (
    <Dialog opened onClose={onClose} title="Calls of the webhook" size={760}>
      <Stack gap="lg" px={{ base: 16, sm: 24 }} py="lg">
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" className={classes.address ?? ''}>
            {webhook.address}
          </Text>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconSend size={16} stroke={1.7} aria-hidden />}
            disabled={webhook.off !== null}
            loading={testing.isPending}
            onClick={() => testing.mutate(webhook, { onSuccess: () => setPage(1) })}
          >
            Send a test
          </Button>
        </Group>
        {!data ? (
          <LoadingPanel what="calls" failed={!isPending} onRetry={refetch} />
        ) : data.calls.length === 0 ? (
          <Text size="sm" c="dimmed">
            No calls in the last 30 days. Send a test to see whether your program answers.
          </Text>
        ) : (
          <>
            <ul className={classes.calls} aria-label="Calls">
              {data.calls.map((call) => (
                <CallLine key={call._id} call={call} isOff={webhook.off !== null} />
              ))}
            </ul>
            <Pager
              page={page}
              pagination={data.pagination}
              nouns={['calls', 'call']}
              onPage={(next) => setPage(next)}
            />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

const STATES = {
  delivered: { words: 'Delivered', tone: 'good' },
  waiting: { words: 'Waiting', tone: 'neutral' },
  failed: { words: 'Given up', tone: 'bad' },
} as const satisfies Record<WebhookCall['state'], object>;

function CallLine({ call, isOff }: { call: WebhookCall; isOff: boolean }) {
  const resending = useResendCall();
  const name = describeEvent(call.event);
  return (
    <li className={classes.call}>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <div className={classes.words}>
          <Group gap="xs">
            <b>{name}</b>
            <StateBadge {...STATES[call.state]} />
          </Group>
          <Text size="sm" c="dimmed">
            {[formatInstant(call.happenedAt), describeOutcome(call), describeTries(call)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden />}
          disabled={isOff}
          loading={resending.isPending}
          aria-label={`Send again: ${name}, ${formatInstant(call.happenedAt)}`}
          onClick={() => resending.mutate(call._id)}
        >
          Send again
        </Button>
      </Group>
      {call.answer && (
        <details>
          <summary className={classes.summary}>The answer</summary>
          <pre className={classes.answer}>{call.answer}</pre>
        </details>
      )}
    </li>
  );
}

function describeTries({ state, tries, nextAt }: WebhookCall): string | null {
  if (state !== 'waiting') return tries > 1 ? `${tries} tries` : null;
  if (nextAt === null || tries === 0) return 'about to be sent';
  return `${tries === 1 ? '1 try' : `${tries} tries`}, next on ${formatInstant(nextAt)}`;
}
