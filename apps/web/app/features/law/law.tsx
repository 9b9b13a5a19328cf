import { Anchor } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { useLawCodes } from './calls.ts';
import { CodesInStates } from './codes-in-states.tsx';
import classes from './law.module.css';
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
      <section aria-labelledby="changed" className={classes.part}>
        <div className={classes.head}>
          <h2 id="changed">What changed</h2>
          <Anchor href="/api/law/changes.atom" size="sm">
            Feed of all changes
          </Anchor>
        </div>
        <p>Obligations, due days and rates that were added, changed or ended since your company joined.</p>
        <LawChanges />
      </section>
      <section aria-labelledby="holds" className={classes.part}>
        <h2 id="holds">Which law holds here</h2>
        <p>
          The four labour codes are in force since 21/11/2025. Whose forms and dates hold depends on the rules under
          them.
        </p>
        {data ? <CodesInStates codes={data} /> : <LoadingPanel what="codes" failed={!isPending} onRetry={refetch} />}
      </section>
    </PageFrame>
  );
}
