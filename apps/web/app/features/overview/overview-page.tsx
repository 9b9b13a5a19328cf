import type { Overview } from '@anupalan/contract/proof/overview';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileTypePdf, IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDownloadOverview, useMailOverview, useOverview } from './calls.ts';
import { LateCost } from './late-cost.tsx';
import { NamedLines } from './named-lines.tsx';
import classes from './overview.module.css';
import { Rate, RateByMonth } from './rate.tsx';
import { ThisMonth } from './this-month.tsx';

const MailSheetDialog = lazy(() => import('../reports/mail-sheet-dialog.tsx'));

/** The company on one page, for its owner (R-overview-1). */
export function OverviewPage() {
  const { data, isError, refetch } = useOverview();
  return (
    <Container size="var(--site-width)" px={20} py="xl">
      {data ? (
        <Shown overview={data} />
      ) : (
        <Stack>
          <Title order={1} size="h2">
            Overview
          </Title>
          <LoadingPanel what="overview" failed={isError} onRetry={refetch} />
        </Stack>
      )}
    </Container>
  );
}

function Shown({ overview }: { overview: Overview }) {
  const { companyName, madeOn, onTime, months, closedWithEvidence, late, next } = overview;
  return (
    <article className={classes.page} aria-labelledby="overview-title">
      <header className={classes.head}>
        <div>
          <Title order={1} size="h2" id="overview-title" className={classes.client}>
            {companyName}
          </Title>
          <Text c="dimmed">Overview as of {formatIsoDay(madeOn)}</Text>
        </div>
        <Actions overview={overview} />
      </header>
      <ThisMonth overview={overview} />
      <div className={classes.rates}>
        <Panel title="On time" text="Of what was due in the last twelve months; each month leads to what was">
          <div className={classes.onTime}>
            <Rate share={onTime} none="Nothing was due yet." />
            {onTime.of > 0 && <RateByMonth months={months} />}
          </div>
        </Panel>
        <Panel title="Closed with evidence" text="Of what was done of that">
          <Rate share={closedWithEvidence} withRing none="Nothing was done yet." rows="/company/closed" />
        </Panel>
      </div>
      <div className={classes.lists}>
        <NamedLines title="Late" none="Nothing is late." of={late} madeOn={madeOn} isLate />
        <NamedLines title="Next" none="Nothing falls due within 31 days." of={next} madeOn={madeOn} />
      </div>
      <LateCost lateCost={overview.lateCost} />
      <Text size="sm" c="dimmed">
        Counted from the compliance register, without what is restricted.
      </Text>
    </article>
  );
}

function Actions({ overview }: { overview: Overview }) {
  const { companyEmail, companyName, madeOn, preparedBy } = overview;
  const [mailing, setMailing] = useState(false);
  const pdf = useDownloadOverview();
  const sending = useMailOverview();
  const actor = useActor();
  return (
    <Group gap={8}>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={17} stroke={1.7} aria-hidden />}
        loading={pdf.isPending}
        onClick={() => pdf.mutate(madeOn.slice(0, 10))}
      >
        PDF
      </Button>
      {can(actor, 'reports.mail') && (
        <Button leftSection={<IconMail size={17} stroke={1.7} aria-hidden />} onClick={() => setMailing(true)}>
          Mail
        </Button>
      )}
      {mailing && (
        <Suspense>
          <MailSheetDialog
            title="Mail the overview"
            about={`The overview of ${companyName} goes with the mail as a PDF. Answers come to ${preparedBy.email}.`}
            submit="Send overview"
            companyEmail={companyEmail}
            sending={sending}
            onClose={() => setMailing(false)}
          />
        </Suspense>
      )}
    </Group>
  );
}
