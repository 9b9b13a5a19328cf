import type { StatusReport } from '@anupalan/contract/people/reports';
import { can } from '@anupalan/domain/permissions';
import { hasReport } from '@anupalan/domain/reports/month-report';
import { addMonths, nameMonth } from '@anupalan/domain/reports/report-words';
import { Button, Container, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMail, IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useToday } from '../../lib/time/clock.ts';
import { useAddressState } from '../../lib/use-address-state.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Select } from '../../ui/select/select.tsx';
import { FETCHING_REPORT_FAILED, useMailReport, useStatusReport } from './calls.ts';
import classes from './report.module.css';
import { ReportSheet } from './report-sheet.tsx';
import { FIRST_MONTH, listMonths, readReportState } from './report-state.ts';

const MailSheetDialog = lazy(() => import('./mail-sheet-dialog.tsx'));

/** Status report of a month, to be read, printed and mailed (R-reports-1). */
export function Report() {
  const today = useToday();
  const [state, change] = useAddressState(readReportState);
  const [mailing, setMailing] = useState(false);
  const actor = useActor();
  const month = state.month ?? today.toString().slice(0, 7);
  const report = useStatusReport(month);
  useFailureToast(report.error, FETCHING_REPORT_FAILED);
  const open = (chosen: string) => change({ month: chosen });
  const hasNext = hasReport(Temporal.PlainDate.from(`${addMonths(month, 1)}-01`), today);
  return (
    <Container size="var(--site-width)" className={classes.page}>
      <div className={classes.tools}>
        <Group gap={8} wrap="nowrap" align="end">
          <Button
            variant="default"
            px={10}
            aria-label={`Month before: ${nameMonth(addMonths(month, -1))}`}
            disabled={month <= FIRST_MONTH}
            onClick={() => open(addMonths(month, -1))}
          >
            <IconChevronLeft size={18} aria-hidden />
          </Button>
          <Select
            label="Month"
            className={classes.month}
            data={listMonths(today, month).map((value) => ({ value, label: nameMonth(value) }))}
            value={month}
            onChange={(chosen) => chosen && open(chosen)}
            allowDeselect={false}
          />
          <Button
            variant="default"
            px={10}
            aria-label={`Month after: ${nameMonth(addMonths(month, 1))}`}
            disabled={!hasNext}
            onClick={() => open(addMonths(month, 1))}
          >
            <IconChevronRight size={18} aria-hidden />
          </Button>
        </Group>
        <Group gap={8} wrap="nowrap">
          <Button
            variant="default"
            leftSection={<IconPrinter size={17} stroke={1.7} aria-hidden />}
            disabled={!report.data}
            onClick={() => window.print()}
          >
            Print
          </Button>
          {can(actor, 'reports.mail') && (
            <Button
              leftSection={<IconMail size={17} stroke={1.7} aria-hidden />}
              disabled={!report.data || report.isPlaceholderData}
              onClick={() => setMailing(true)}
            >
              Mail
            </Button>
          )}
        </Group>
      </div>
      <ListFrame
        what="report"
        length={report.data && 1}
        stale={report.isPlaceholderData}
        failed={report.isError}
        onRetry={report.refetch}
        empty=""
      >
        {report.data && <ReportSheet report={report.data} />}
      </ListFrame>
      {mailing && report.data && (
        <Suspense>
          <MailReport report={report.data} onClose={() => setMailing(false)} />
        </Suspense>
      )}
    </Container>
  );
}

function MailReport({ report, onClose }: { report: StatusReport; onClose: () => void }) {
  const { month, companyName, companyEmail, preparedBy } = report;
  const sending = useMailReport(month);
  return (
    <MailSheetDialog
      title={`Mail the report of ${nameMonth(month)}`}
      about={`The mail is the report of ${companyName} itself. Answers come to ${preparedBy.email}.`}
      submit="Send report"
      companyEmail={companyEmail}
      sending={sending}
      onClose={onClose}
    />
  );
}
