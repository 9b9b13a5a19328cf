import type { AssignmentOfScope } from '@anupalan/contract/people/assignments';
import { can } from '@anupalan/domain/permissions';
import { Alert, Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { Panel } from '../../ui/panel.tsx';
import { useActs } from '../acts/calls.ts';
import { assignmentsQuery } from '../assignments/calls.ts';
import { isSaying } from '../assignments/colleagues.ts';
import { ColleaguesProvider } from '../assignments/colleagues-provider.tsx';
import { AssignmentLine } from './assignment-line.tsx';
import classes from './who-does-what.module.css';

const AssignDialog = lazy(() => import('../assignments/assign-dialog.tsx'));

const WHOLE_COMPANY = 'The whole company';

/** Who is responsible, deputy and checker by the company and by act, and whether evidence is asked for (R-checks-22). */
export function WhoDoesWhat() {
  const assignments = useQuery(assignmentsQuery);
  const acts = useActs();
  const failed = [assignments, acts].find(({ isError }) => isError);
  return (
    <Panel
      title="Who does what"
      text="An obligation’s own people come before those of its act, and those before the company’s."
    >
      {failed?.error ? (
        <Alert color="red" variant="light" role="alert">
          {failed.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => failed.refetch()}>
            Try again
          </Button>
        </Alert>
      ) : assignments.data && acts.data ? (
        <ColleaguesProvider>
          <Lines lines={assignments.data.lines} acts={acts.data} />
        </ColleaguesProvider>
      ) : (
        <Skeleton height={160} role="status" aria-label="Loading who does what…" />
      )}
    </Panel>
  );
}

type LinesProps = {
  lines: readonly AssignmentOfScope[];
  acts: readonly { readonly _id: string; readonly name: string }[];
};

function Lines({ lines, acts }: LinesProps) {
  const mayAssign = can(useActor(), 'assignments.change');
  /** The act that the dialog is about; null for the company, undefined while it is closed. */
  const [about, setAbout] = useState<string | null>();
  const said = lines.filter(isSaying);
  const company = lines.find(({ scope }) => scope === 'company') ?? null;
  const lineOf = new Map(said.map((line) => [line.id, line]));
  const [differing, alike] = [acts.filter(({ _id }) => lineOf.has(_id)), acts.filter(({ _id }) => !lineOf.has(_id))];
  const ofItems = said.filter(({ scope }) => scope === 'item').length;
  const choices = acts.map(({ _id, name }) => ({ value: _id, label: name }));
  const change = (actId: string | null) => (mayAssign ? () => setAbout(actId) : null);

  return (
    <>
      <ul className={classes.list} aria-label="Who does what">
        <AssignmentLine name={WHOLE_COMPANY} line={company} company={null} onChange={change(null)} />
        {differing.map(({ _id, name }) => (
          <AssignmentLine
            key={_id}
            name={name}
            line={lineOf.get(_id) ?? null}
            company={company}
            onChange={change(_id)}
          />
        ))}
      </ul>
      {ofItems > 0 && (
        <Anchor component={Link} to="/dashboard?person=by-item#compliance-data" size="sm">
          {ofItems === 1 ? '1 obligation is set by itself' : `${ofItems} obligations are set by themselves`}
        </Anchor>
      )}
      {differing.length === 0 && ofItems === 0 && (
        <Text size="sm" c="dimmed">
          No act and no obligation differs from the company.
        </Text>
      )}
      {mayAssign && alike[0] && (
        <div>
          <Button variant="default" size="sm" onClick={() => setAbout(alike[0]?._id)}>
            Set for an act…
          </Button>
        </div>
      )}
      <Suspense>
        {about !== undefined && (
          <AssignDialog items={[]} acts={choices} actId={about ?? undefined} onClose={() => setAbout(undefined)} />
        )}
      </Suspense>
    </>
  );
}
