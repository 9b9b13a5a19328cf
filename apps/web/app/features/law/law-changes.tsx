import type { LawChange } from '@anupalan/contract/law/changes';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { LAW_CHANGE_WORDS } from '@anupalan/domain/law/law-changes';
import { stateLabel } from '@anupalan/domain/states';
import { Anchor, Stack } from '@mantine/core';
import { readPage } from '../../lib/address-state.ts';
import { Link } from '../../lib/company/company-link.tsx';
import { useAddressState } from '../../lib/use-address-state.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { SourceLinks } from '../../ui/source-links.tsx';
import { FETCHING_CHANGES_FAILED, useLawChanges } from './calls.ts';
import classes from './law.module.css';

const readState = (params: URLSearchParams) => ({ page: readPage(params) });

/** What changed for the company, the newest first (R-law-13). */
export function LawChanges() {
  const [state, change] = useAddressState(readState);
  const changes = useLawChanges(state);
  useFailureToast(changes.error, FETCHING_CHANGES_FAILED);
  const { data, pagination } = changes.data ?? {};
  return (
    <Stack gap="sm">
      <ListFrame
        what="changes"
        length={data?.length}
        stale={changes.isPlaceholderData}
        failed={changes.isError}
        onRetry={changes.refetch}
        empty="Nothing changed for you yet."
      >
        <ul className={classes.changes}>
          {data?.map((one) => (
            <Change key={one._id} change={one} />
          ))}
        </ul>
      </ListFrame>
      {pagination && pagination.pages > 1 && (
        <Pager
          page={state.page}
          pagination={pagination}
          nouns={['changes', 'change']}
          onPage={(page, options) => change({ page }, options)}
        />
      )}
    </Stack>
  );
}

function Change({ change }: { change: LawChange }) {
  const { title, was, now, state, states = [state], at, itemId, source } = change;
  return (
    <li className={classes.change}>
      <div className={classes.line}>
        <span className={classes.stage}>{LAW_CHANGE_WORDS[change.change]}</span>
        <b>
          {itemId && change.change !== 'ended' ? (
            <Anchor component={Link} to={`/dashboard?item=${itemId}`} inherit>
              {title}
            </Anchor>
          ) : (
            title
          )}
        </b>
        <span className={classes.small}>
          {states.map((one) => (one === '-' ? 'All of India' : stateLabel(one))).join(', ')}
        </span>
      </div>
      {was && (
        <p className={classes.words}>
          <del>{was}</del>
        </p>
      )}
      {now && <p className={classes.words}>{now}</p>}
      <details className={classes.more}>
        <summary>{describeBeginning(change)} · source</summary>
        <SourceLinks source={source} />
        {change.edition !== null && <p className={classes.small}>Loaded on {formatIsoDay(at)}</p>}
      </details>
    </li>
  );
}

function describeBeginning({ change, effectiveOn }: LawChange): string {
  if (!effectiveOn) return 'First day not known';
  const day = formatIsoDay(effectiveOn);
  if (change === 'extended') return `Published on ${day}`;
  return change === 'taken-back' ? `Taken back on ${day}` : `From ${day}`;
}
