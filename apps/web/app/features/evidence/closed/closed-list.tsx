import { type ClosedRow, listClosed } from '@anupalan/contract/proof/evidence';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { wholePercent } from '@anupalan/domain/reports/report-words';
import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';
import { Link } from '../../../lib/company/company-link.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { ListFrame } from '../../../ui/lists/list-frame.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { PageFrame } from '../../../ui/pages/page-frame.tsx';
import classes from './closed.module.css';
import { type ClosedListState, readClosedListState } from './closed-list-state.ts';

const FETCHING_FAILED = 'Failed to fetch what was closed';

const CHOICES = [
  { value: 'all', label: 'All' },
  { value: 'without', label: 'Without' },
  { value: 'with', label: 'With' },
];

/** What was done in the last twelve months, with or without evidence: the rows behind the share (R-evidence-20). */
export function ClosedList() {
  const [state, change] = useAddressState(readClosedListState);
  const { data, isPlaceholderData, isError, error, refetch } = useClosed(state);
  useFailureToast(error, FETCHING_FAILED);
  return (
    <PageFrame
      title="Closed with evidence"
      text={data ? describeShare(data.closedWithEvidence) : ' '}
      action={
        <SegmentedControl
          aria-label="Evidence"
          data={CHOICES}
          value={state.evidence ?? 'all'}
          onChange={(chosen) => change({ evidence: chosen === 'with' || chosen === 'without' ? chosen : undefined })}
        />
      }
    >
      <ListFrame
        what="obligations"
        length={data?.data.length}
        stale={isPlaceholderData}
        failed={isError}
        onRetry={refetch}
        empty={EMPTY[state.evidence ?? 'all']}
      >
        <ul className={classes.rows}>
          {data?.data.map((row) => (
            <ClosedLine key={`${row.itemId} ${row.day}`} row={row} />
          ))}
        </ul>
      </ListFrame>
      {data && data.pagination.total > 0 && (
        <Pager
          page={state.page}
          pagination={data.pagination}
          nouns={['obligations', 'obligation']}
          onPage={(page, options) => change({ page }, options)}
        />
      )}
    </PageFrame>
  );
}

const EMPTY = {
  all: 'Nothing that fell due in the last twelve months is done yet.',
  with: 'Nothing that was done has evidence yet.',
  without: 'Everything that was done has evidence.',
};

function useClosed({ page, evidence }: ClosedListState) {
  const query = { page, evidence };
  return useQuery({
    ...callQuery(listClosed, { query, failed: FETCHING_FAILED }, (answer) => answer),
    placeholderData: keepPreviousData,
  });
}

function describeShare(share: { done: number; of: number }): string {
  const percent = wholePercent(share);
  if (percent === null) return 'Of what fell due in the last twelve months and was done.';
  const { done, of } = share;
  return `${done} of ${of} that fell due in the last twelve months and were done have evidence: ${percent} %.`;
}

/** A row, which leads to the occurrence, or to the event of a duty. */
function ClosedLine({ row: { itemId, eventId, title, act, day, legal, files, noEvidenceReason } }: { row: ClosedRow }) {
  const at = new URLSearchParams({ item: itemId, on: day.slice(0, 10) });
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Anchor
          underline="hover"
          component={Link}
          to={eventId ? `/company/events?event=${eventId}` : `/dashboard?${at}`}
          fw={600}
        >
          {title}
        </Anchor>
        {act && (
          <Text size="sm" c="dimmed">
            {act}
          </Text>
        )}
        {files === 0 && noEvidenceReason && <Text size="sm">No evidence: {noEvidenceReason}</Text>}
      </div>
      <span className={classes.day}>{formatIsoDay(legal)}</span>
      <span className={classes.files} data-tone={files > 0 ? 'good' : 'neutral'}>
        {files === 0 ? 'No file' : files === 1 ? '1 file' : `${files} files`}
      </span>
    </li>
  );
}
