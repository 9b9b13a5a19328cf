import { can } from '@anupalan/domain/permissions';
import { Stack } from '@mantine/core';
import { readPage } from '../../lib/address-state.ts';
import { useActor } from '../../lib/session/actor.ts';
import { useAddressState } from '../../lib/use-address-state.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { FETCHING_CHECKS_FAILED, useChecks } from './calls.ts';
import { CheckLine } from './check-line.tsx';
import classes from './checks.module.css';

function readState(params: URLSearchParams) {
  return { page: readPage(params) };
}

/** What waits for the viewer's check, the longest waiting first (R-checks-19). */
export function Checks() {
  const [{ page }, change] = useAddressState(readState);
  const checks = can(useActor(), 'checks.list');
  const { data, error, isPlaceholderData, refetch } = useChecks(page, { enabled: checks });
  const list = useFocusAfterRemoval<HTMLUListElement>(data?.checks.length ?? 0);
  useFailureToast(error, FETCHING_CHECKS_FAILED);

  return (
    <PageFrame title="To check" text="What your colleagues recorded counts once you have approved it.">
      <Stack gap="lg">
        <ListFrame
          what="records"
          length={checks ? data?.checks.length : 0}
          stale={isPlaceholderData}
          failed={error !== null}
          onRetry={refetch}
          empty={checks ? 'Nothing waits for your check.' : 'Viewers read what is recorded, and check nothing.'}
        >
          <ul ref={list} tabIndex={-1} className={classes.list} aria-label="To check">
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
    </PageFrame>
  );
}
