import type { Sent } from '@anupalan/contract/telling/sent';
import { canCall } from '@anupalan/domain/permissions';
import { Text } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { formatInstant } from '../../lib/time/dates.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { describeEvent } from '../webhooks/event-words.ts';
import { useSent } from './calls.ts';
import { SentLine, SentList } from './sent-list.tsx';

const CHANNELS: Readonly<Record<Sent['channel'], string>> = {
  mail: 'Mail',
  notice: 'Mail',
  push: 'Push',
  webhook: 'Webhook',
};

/** Page of what went out to the viewer, newest first (R-messages-14). */
export function SentPage() {
  const { data, isPending, refetch } = useSent();
  const company = useCompany();
  const about = company ? ` about ${company.name}, or about several companies` : '';
  const calls = canCall(useActor(), 'webhooks.list') ? ', and calls of its webhooks' : '';
  return (
    <PageFrame title="What was sent" text={`The last 100 messages to you${about}${calls}.`}>
      {!data ? (
        <LoadingPanel what="messages" failed={!isPending} onRetry={refetch} />
      ) : data.length === 0 ? (
        <Text c="dimmed">Nothing yet. You are told when something falls due.</Text>
      ) : (
        <SentList label="What was sent">
          {data.map(({ _id, at, to, outcome, words, next, ...sent }) => (
            <SentLine
              key={_id}
              what={nameSent(sent)}
              details={[...describeSent(sent), formatInstant(at), to]}
              outcome={outcome}
              words={next ? `${words}; next at ${formatInstant(next)}` : words}
            />
          ))}
        </SentList>
      )}
    </PageFrame>
  );
}

type Said = Pick<Sent, 'channel' | 'what' | 'subject'>;

/** What a line is of: its subject; of a call what it told, in words. */
function nameSent({ channel, what, subject }: Said): string {
  if (subject === null) return what;
  return channel === 'webhook' ? describeEvent(subject) : subject;
}

function describeSent({ channel, what, subject }: Said): (string | null)[] {
  return [CHANNELS[channel], subject !== null && what !== CHANNELS[channel] ? what : null];
}
