import { Anchor } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLawCodes } from './calls.ts';
import { CodesInStates } from './codes-in-states.tsx';
import { LawChanges } from './law-changes.tsx';

/** Which law holds where the company is, and what changed for it (R-law-10, R-law-13). */
export function Law() {
  const { data, isPending, refetch } = useLawCodes();
  return (
    <PageFrame
      title="The law"
      text="Which law holds where you have people, and what changed for you."
      action={
        <Anchor component={Link} to="/rates" size="sm">
          Rates by state
        </Anchor>
      }
    >
      <Panel
        title="What changed"
        text="Obligations and rates that an edition of the catalogue added, moved, changed or ended since your company is here."
        action={
          <Anchor href="/api/law/changes.atom" size="sm">
            Feed of all changes
          </Anchor>
        }
      >
        <LawChanges />
      </Panel>
      <Panel
        title="Which law holds here"
        text="The four labour codes are in force since 21/11/2025. Whose forms and dates hold depends on the rules under them."
      >
        {data ? <CodesInStates codes={data} /> : <LoadingPanel what="codes" failed={!isPending} onRetry={refetch} />}
      </Panel>
    </PageFrame>
  );
}
