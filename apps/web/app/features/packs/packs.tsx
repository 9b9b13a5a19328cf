import type { Pack } from '@anupalan/contract/proof/packs';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { Anchor, EmptyState } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { formatInstant } from '../../lib/time/dates.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PreparedFileRow } from '../prepared-files/prepared-file-row.tsx';
import classes from '../prepared-files/prepared-files.module.css';
import { isUnderWay } from '../prepared-files/under-way.ts';
import { useFetchPack, usePacks } from './calls.ts';
import { PackForm } from './pack-form.tsx';

/** Page of the inspection packs of the company (R-packs-6). */
export function Packs() {
  const makes = can(useActor(), 'packs.make');
  return (
    <PageFrame
      title="Inspection packs"
      text="Everything that an inspector asks for, in one file that shows if it was altered."
    >
      {makes ? (
        <MadePacks />
      ) : (
        <EmptyState
          className={classes.empty}
          py="xl"
          icon={<IconFileZip />}
          title="Managers make packs here"
          description={
            <>
              Managers and the owner of the company make packs, as these have all that the company keeps. What you see
              yourself you can take out under{' '}
              <Anchor component={Link} to="/company/exports" inherit>
                Registers
              </Anchor>
              .
            </>
          }
        />
      )}
    </PageFrame>
  );
}

function MadePacks() {
  const { data, isPending, refetch } = usePacks();
  return (
    <>
      <Panel
        title="Make a pack"
        text="The compliance register with what is missing first, the evidence in folders, and the sealed activity."
      >
        <PackForm underWay={data?.some(isUnderWay) ?? false} />
      </Panel>
      {data ? (
        <PackList packs={data} />
      ) : (
        <LoadingPanel what="inspection packs" failed={!isPending} onRetry={refetch} />
      )}
    </>
  );
}

function PackList({ packs }: { packs: readonly Pack[] }) {
  const fetching = useFetchPack();
  return (
    <Panel title="Your packs" text="Every manager of the company can download them for 24 hours.">
      {packs.length === 0 ? (
        <EmptyState
          py="md"
          icon={<IconFileZip />}
          title="No packs yet"
          description="A pack that you make is listed here, and you get a mail when it is ready."
        />
      ) : (
        <ul className={classes.list} aria-label="Inspection packs">
          {packs.map((pack) => (
            <PreparedFileRow
              key={pack._id}
              file={pack}
              title={`${formatIsoDay(pack.from)} to ${formatIsoDay(pack.to)}`}
              about={describePack(pack)}
              fetching={fetching.isPending && fetching.variables === pack._id}
              onFetch={() => fetching.mutate(pack._id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Acts that are named; of more their number. */
const MOST_NAMED = 2;

function describePack({ acts, authority, askedAt }: Pack): string {
  const asked = `asked for on ${formatInstant(askedAt)}`;
  if (authority !== null) return `Authority: ${authority} · ${asked}`;
  if (acts === null) return `All obligations · ${asked}`;
  const named = acts.length > MOST_NAMED ? `${acts.length} acts` : acts.map(({ name }) => name).join(', ');
  return `${named} · ${asked}`;
}
