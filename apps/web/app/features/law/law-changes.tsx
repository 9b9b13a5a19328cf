import type { LawChange } from '@anupalan/contract/law/changes';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { LAW_CHANGE_WORDS, MAY_APPLY } from '@anupalan/domain/law/law-changes';
import { stateLabel } from '@anupalan/domain/states';
import { Anchor, Stack } from '@mantine/core';
import { readPage } from '../../lib/address-state.ts';
import { Link } from '../../lib/company/company-link.tsx';
import { formatDayOf } from '../../lib/time/dates.ts';
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

/** Changes of obligations that the company's table doesn't have. */
const NOT_IN_TABLE: ReadonlySet<LawChange['change']> = new Set(['ended', MAY_APPLY]);

function Change({ change }: { change: LawChange }) {
  const { title, was, now, state, states = [state], itemId, source } = change;
  const origin = describeOrigin(change);
  return (
    <li className={classes.change}>
      <div className={classes.line}>
        <span className={classes.stage}>{LAW_CHANGE_WORDS[change.change]}</span>
        <b>
          {itemId && !NOT_IN_TABLE.has(change.change) ? (
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
      {change.change === MAY_APPLY && (
        <p className={classes.words}>
          <Anchor component={Link} to="/company/what-applies" inherit>
            Say whether it applies to you
          </Anchor>
        </p>
      )}
      <details className={classes.more}>
        <summary>{[describeBeginning(change), ...(source ? ['source'] : [])].join(' · ')}</summary>
        {source && <SourceLinks source={source} />}
        {origin && <p className={classes.small}>{origin}</p>}
      </details>
    </li>
  );
}

/** How it came here; of an extension its first line says so. */
function describeOrigin({ change, edition, at }: LawChange): string | null {
  if (edition !== null) return `Loaded on ${formatDayOf(at)}`;
  return change === 'extended' || change === 'taken-back' ? null : `By an administrator, on ${formatDayOf(at)}`;
}

function describeBeginning({ change, effectiveOn, edition, at }: LawChange): string {
  if (!effectiveOn) return edition === null ? `Changed on ${formatDayOf(at)}` : 'First day not known';
  const day = formatIsoDay(effectiveOn);
  if (change === 'extended') return `Published on ${day}`;
  return change === 'taken-back' ? `Taken back on ${day}` : `From ${day}`;
}
