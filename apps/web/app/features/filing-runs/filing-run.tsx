import type { FilingOutcome } from '@anupalan/contract/people/filing-runs';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { FETCHING_RUN_FAILED, useFilingRun, useRecordRun } from './calls.ts';
import classes from './filing-run.module.css';
import { moveInColumn } from './move-in-column.ts';
import {
  changeDraft,
  type Drafts,
  draftOf,
  isTyped,
  markOpenAsDone,
  toEntries,
  withoutRecorded,
} from './run-drafts.ts';
import { RunRow } from './run-row.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';

const COLUMNS = ['Company', 'Status', 'Number', 'Amount (₹)', 'Paid on', 'Note', ''];

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

/** One occurrence of one obligation in all companies, recorded by one submit (R-filing-runs-1). */
export function FilingRun() {
  const [params] = useSearchParams();
  const of = { itemId: params.get('item') ?? '', day: params.get('day') ?? '' };
  const run = useFilingRun(of);
  const record = useRecordRun(of);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, FilingOutcome['outcome']>>>({});
  useLeaveWarning(Object.values(drafts).some(isTyped));
  useFailureToast(run.error, FETCHING_RUN_FAILED);
  const rows = run.data?.rows ?? [];
  const chosen = rows.filter(({ companyId }) => draftOf(drafts, companyId).status !== null).length;
  const settled = rows.filter(({ status }) => status !== null && status !== 'pending').length;

  function submit() {
    const { entries, faults: found } = toEntries(drafts);
    setFaults(found);
    if (entries.length === 0) return;
    record.mutate(entries, {
      onSuccess: ({ data }) => {
        const refused = data.filter(({ outcome }) => outcome === 'refused');
        const recorded = data.filter(({ outcome }) => outcome !== 'refused');
        setDrafts((now) => withoutRecorded(now, new Set(recorded.map(({ companyId }) => companyId))));
        setOutcomes((now) => ({
          ...now,
          ...Object.fromEntries(data.map(({ companyId, outcome }) => [companyId, outcome])),
        }));
        setFaults({
          ...found,
          ...Object.fromEntries(refused.map(({ companyId, message = '' }) => [companyId, message])),
        });
      },
    });
  }

  return (
    <PageFrame
      title={run.data?.title ?? 'Filing run'}
      text={run.data ? `${run.data.act}, due ${nameDay(run.data.day)}. ${settled} of ${rows.length} recorded.` : ' '}
      action={
        <Anchor component={Link} to="/companies?view=agenda">
          Back to the agenda
        </Anchor>
      }
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ListFrame
          what="companies"
          length={run.data && rows.length}
          stale={false}
          failed={run.isError}
          onRetry={run.refetch}
          empty="This obligation applies to none of the companies in which you record."
        >
          <div className={classes.columns} aria-hidden>
            {COLUMNS.map((column) => (
              <span key={column}>{column}</span>
            ))}
          </div>
          <ul className={classes.rows} onKeyDown={moveInColumn}>
            {rows.map((row) => (
              <RunRow
                key={row.companyId}
                row={row}
                draft={draftOf(drafts, row.companyId)}
                fault={faults[row.companyId]}
                outcome={outcomes[row.companyId]}
                onChange={(change) => setDrafts((now) => changeDraft(now, row.companyId, change))}
              />
            ))}
          </ul>
        </ListFrame>
        {record.error && <FormAlert message={record.error.message} />}
        {rows.length > 0 && (
          <Group className={classes.submit} justify="space-between" gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {chosen === 0 ? 'Nothing chosen yet' : `${chosen} ${chosen === 1 ? 'company' : 'companies'} chosen`}
            </Text>
            <Group gap="sm">
              <Button variant="default" px="md" onClick={() => setDrafts((now) => markOpenAsDone(now, rows))}>
                Mark all open as done
              </Button>
              <Button type="submit" disabled={chosen === 0} loading={record.isPending}>
                Record
              </Button>
            </Group>
          </Group>
        )}
      </form>
    </PageFrame>
  );
}

function nameDay(day: string): string {
  return Temporal.PlainDate.from(day.slice(0, 10)).toLocaleString('en-GB', DAY);
}
