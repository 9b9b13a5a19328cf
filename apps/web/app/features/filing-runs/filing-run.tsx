import type { FilingOutcome } from '@anupalan/contract/people/filing-runs';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { UnreadableCompanies } from '../clients/unreadable-companies.tsx';
import { countRows, FETCHING_RUN_FAILED, isChosen, useFilingRun, useRecordRun } from './calls.ts';
import classes from './filing-run.module.css';
import { FileHeap } from './heap/file-heap.tsx';
import { placeFile, takeFileOff } from './heap/place-files.ts';
import { type HeapFile, useHeap } from './heap/use-heap.ts';
import { moveInColumn } from './move-in-column.ts';
import {
  changeDraft,
  type Drafts,
  draftOf,
  isTyped,
  keyOf,
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
  const rows = run.data?.rows ?? [];
  const heap = useHeap(of, rows, drafts);
  useLeaveWarning(Object.values(drafts).some(isTyped) || heap.files.length > 0);
  useFailureToast(run.error, FETCHING_RUN_FAILED);
  const chosen = rows.filter((row) => draftOf(drafts, keyOf(row)).status !== null).length;
  const settled = rows.filter(({ status }) => status !== null && status !== 'pending').length;

  function submit() {
    const { entries, faults: found } = toEntries(drafts);
    setFaults(found);
    if (entries.length === 0) return;
    record.mutate(entries, {
      onSuccess: ({ data }) => {
        const refused = data.filter(({ outcome }) => outcome === 'refused');
        const recorded = data.filter(({ outcome }) => outcome !== 'refused');
        heap.uploads.release(recorded.flatMap((one) => draftOf(drafts, keyOf(one)).files.map(({ id }) => id)));
        setDrafts((now) => withoutRecorded(now, new Set(recorded.map(keyOf))));
        setOutcomes((now) => ({ ...now, ...Object.fromEntries(data.map((one) => [keyOf(one), one.outcome])) }));
        setFaults({
          ...found,
          ...Object.fromEntries(refused.map((outcome) => [keyOf(outcome), outcome.message ?? ''])),
        });
      },
    });
  }

  function confirm(files: readonly HeapFile[]) {
    for (const { upload, match, key } of files) {
      if (upload.state !== 'done' || key === null) continue;
      const file = { id: upload.answer._id, name: upload.answer.name };
      setDrafts((now) => placeFile(now, key, { file, match }));
    }
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
      {rows.length > 0 && <FileHeap heap={heap} rows={rows} onConfirm={confirm} />}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ListFrame
          what="companies"
          length={isChosen(of) ? run.data && rows.length : 0}
          stale={false}
          failed={run.isError}
          onRetry={run.refetch}
          empty={
            isChosen(of)
              ? 'This obligation applies to none of the companies in which you record.'
              : 'Please choose an obligation in the agenda.'
          }
        >
          <UnreadableCompanies companies={run.data?.unreadable ?? []} />
          <div className={classes.columns} aria-hidden>
            {COLUMNS.map((column) => (
              <span key={column}>{column}</span>
            ))}
          </div>
          <ul className={classes.rows} onKeyDown={moveInColumn}>
            {rows.map((row) => (
              <RunRow
                key={keyOf(row)}
                row={row}
                draft={draftOf(drafts, keyOf(row))}
                fault={faults[keyOf(row)]}
                outcome={outcomes[keyOf(row)]}
                onChange={(change) => setDrafts((now) => changeDraft(now, keyOf(row), change))}
                onTakeOff={(fileId) => setDrafts((now) => takeFileOff(now, keyOf(row), fileId))}
              />
            ))}
          </ul>
        </ListFrame>
        {record.error && <FormAlert message={record.error.message} />}
        {rows.length > 0 && (
          <Group className={classes.submit} justify="space-between" gap={8}>
            <Text size="sm" c="dimmed" role="status">
              {chosen === 0 ? 'Nothing chosen yet' : `${countRows(chosen, rows)} chosen`}
            </Text>
            <Group gap={8} wrap="nowrap">
              <Button variant="default" onClick={() => setDrafts((now) => markOpenAsDone(now, rows))}>
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
