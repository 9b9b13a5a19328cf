import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { faultsOf } from '../../lib/forms/faults.ts';
import { useAddressState } from '../../lib/use-address-state.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { AuditFilterPanel } from './audit-filter-panel.tsx';
import { readAuditListState } from './audit-list-state.ts';
import classes from './audit-log.module.css';
import { AuditRow } from './audit-row.tsx';
import { FETCHING_AUDIT_LOG_FAILED, useAuditLog, useExportAuditLog } from './calls.ts';

/** Audit log for administrators (R-audit-log-5). */
export function AuditLog() {
  const [state, change] = useAddressState(readAuditListState);
  const log = useAuditLog(state);
  const csv = useExportAuditLog();
  const faults = faultsOf(log.error);
  useFailureToast(Object.keys(faults).length > 0 ? null : log.error, FETCHING_AUDIT_LOG_FAILED);
  const entries = log.data?.entries;

  return (
    <PageFrame title="Audit Log" text="Who did what to whom, and when.">
      <AuditFilterPanel
        state={state}
        people={log.data?.people}
        faults={faults}
        onChange={change}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            loading={csv.isPending}
            onClick={() => csv.mutate(state)}
          >
            Download CSV
          </Button>
        }
      />
      <ListFrame
        what="entries"
        length={entries?.length}
        stale={log.isPlaceholderData}
        failed={log.isError}
        onRetry={log.refetch}
        empty="No entries match these filters."
      >
        <ol className={classes.entries}>
          {entries?.map((entry) => (
            <AuditRow key={entry._id} entry={entry} />
          ))}
        </ol>
      </ListFrame>
      {log.data && (
        <Pager
          page={state.page}
          pagination={log.data.pagination}
          nouns={['entries', 'entry']}
          onPage={(page, options) => change({ page }, options)}
        />
      )}
    </PageFrame>
  );
}
