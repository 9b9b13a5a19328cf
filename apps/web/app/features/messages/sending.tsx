import type { FileFault, SentQueue } from '@anupalan/contract/telling/sent';
import { Stack, Text, Title } from '@mantine/core';
import { formatInstant } from '../../lib/time/dates.ts';
import { Columns } from '../../ui/columns.tsx';
import { FactList } from '../../ui/lists/facts.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSentQueues } from './calls.ts';
import { SentLine, SentList } from './sent-list.tsx';

const TITLES: Readonly<Record<SentQueue['channel'], string>> = {
  mail: 'Mail',
  notice: 'Codes and notices',
  push: 'Push',
  webhook: 'Webhook calls',
};

const OUTCOMES = { refused: 'Refused for good', failed: 'Given up' } as const;

const FAULTS: Readonly<Record<FileFault['fault'], string>> = {
  unattached: 'Belongs to nothing',
  missing: 'Its bytes are missing',
  altered: 'Its bytes are others than were stored',
  unknown: 'Lies in the store, and nothing knows of it',
};

/**
 * Page of the administrators on how sending stands: what waits, and what went wrong (R-messages-16); and what is wrong
 * with stored files (R-api-52) and was put in past the sealing (R-activity-15).
 */
export function Sending() {
  const { data, isPending, refetch } = useSentQueues();
  return (
    <PageFrame title="Sending" text="What waits to be sent, and what could not be.">
      {data ? (
        <>
          <Columns spacing="lg">
            {data.queues.map((queue) => (
              <Panel key={queue.channel} title={TITLES[queue.channel]}>
                <FactList facts={factsOf(queue, data.unreachable)} />
              </Panel>
            ))}
          </Columns>
          <Stack component="section" gap="sm" aria-label="Failures">
            <Title order={2} size="h4">
              Failures
            </Title>
            {data.failures.length === 0 ? (
              <Text c="dimmed">None.</Text>
            ) : (
              <SentList label="Failures">
                {data.failures.map(({ _id, channel, what, at, outcome, error, userId }) => (
                  <SentLine
                    key={_id}
                    what={what}
                    details={[TITLES[channel], formatInstant(at), userId && `User ${userId}`, error]}
                    outcome={outcome}
                    words={outcome === 'refused' || outcome === 'failed' ? OUTCOMES[outcome] : outcome}
                  />
                ))}
              </SentList>
            )}
          </Stack>
          <Stack component="section" gap="sm" aria-label="Stored files">
            <Title order={2} size="h4">
              Stored files
            </Title>
            {data.files.length === 0 ? (
              <Text c="dimmed">The last nightly check found nothing wrong.</Text>
            ) : (
              <SentList label="Stored files">
                {data.files.map(({ file, fault, at }) => (
                  <SentLine
                    key={`${file} ${fault}`}
                    what={file}
                    details={[formatInstant(at)]}
                    outcome="failed"
                    words={FAULTS[fault]}
                  />
                ))}
              </SentList>
            )}
          </Stack>
          <Stack component="section" gap="sm" aria-label="Sealed late">
            <Title order={2} size="h4">
              Sealed late
            </Title>
            {data.sealedLate.length === 0 ? (
              <Text c="dimmed">Nothing was ever put in past the sealing.</Text>
            ) : (
              <SentList label="Sealed late">
                {data.sealedLate.map(({ company, seal, count, at }) => (
                  <SentLine
                    key={`${company} ${seal} ${at}`}
                    what={company ? `Company ${company}` : 'Somebody without a company'}
                    details={[formatInstant(at), `Seal ${seal}`]}
                    outcome="failed"
                    words={count === 1 ? '1 event' : `${count.toLocaleString('en-IN')} events`}
                  />
                ))}
              </SentList>
            )}
          </Stack>
        </>
      ) : (
        <LoadingPanel what="queues" failed={!isPending} onRetry={refetch} />
      )}
    </PageFrame>
  );
}

function factsOf({ channel, waiting, oldest, failing, refused, failed }: SentQueue, unreachable: number) {
  return [
    ['Waiting', String(waiting)],
    ['Due since', oldest ? formatInstant(oldest) : ''],
    ['Tried in vain', String(failing)],
    ['Refused in 30 days', String(refused)],
    ['Given up in 30 days', String(failed)],
    ...(channel === 'mail' ? [['Addresses that take no mail', String(unreachable)] as const] : []),
  ] as const;
}
