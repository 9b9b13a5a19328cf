import { can } from '@anupalan/domain/permissions';
import { Stack, Text } from '@mantine/core';
import { readPage } from '../../lib/address-state.ts';
import { useActor } from '../../lib/session/actor.ts';
import { useAddressState } from '../../lib/use-address-state.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { BatchLine } from './batch-line.tsx';
import { FETCHING_CHECKS_FAILED, useChecks } from './calls.ts';
import { CheckLine } from './check-line.tsx';
import classes from './checks.module.css';

function readState(params: URLSearchParams) {
  return { page: readPage(params) };
}

/** What waits for the viewer's check, the longest waiting first (R-checks-19). */
export function Checks() {
  const mayCheck = can(useActor(), 'checks.list');
  return (
    <PageFrame title="To check" text="What your colleagues recorded counts once you have approved it.">
      {mayCheck ? <Queue /> : <Text>You can only read in this company, so nothing waits for your check.</Text>}
    </PageFrame>
  );
}

function Queue() {
  const [{ page }, change] = useAddressState(readState);
  const { data, error, isPlaceholderData, refetch } = useChecks(page);
  const list = useFocusAfterRemoval<HTMLUListElement>(data?.checks.length ?? 0);
  useFailureToast(error, FETCHING_CHECKS_FAILED);

  return (
    <Stack gap="lg">
      <ListFrame
        what="records"
        length={data?.checks.length}
        stale={isPlaceholderData}
        failed={error !== null}
        onRetry={refetch}
        empty="Nothing waits for your check."
      >
        <ul ref={list} tabIndex={-1} className={classes.list} aria-label="To check">
          {data?.batches.map((batch) => batch.records > 1 && <BatchLine key={batch._id} batch={batch} />)}
          {data?.checks.map((check) => (
            <CheckLine key={check._id} check={check} />
          ))}
        </ul>
      </ListFrame>
      {data && (
        <Pager
          page={page}
          pagination={data.pagination}
          nouns={['records', 'record']}
          onPage={(to, options) => change({ page: to }, options)}
        />
      )}
    </Stack>
  );
}
