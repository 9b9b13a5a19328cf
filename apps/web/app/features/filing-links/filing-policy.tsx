import { can } from '@anupalan/domain/permissions';
import { Checkbox } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useChangeFilingPolicy, useFilingPolicy } from './calls.ts';

/** Section with the company's choice whether its people file from mails (R-filing-links-5); managers change it. */
export default function FilingPolicy() {
  const { data, isPending, refetch } = useFilingPolicy();
  return (
    <Panel title="Filed from the mail" text="A link in each mail about what is due records that it is filed.">
      {data ? (
        <FilingPolicySwitch allowed={data.allowed} />
      ) : (
        <LoadingPanel what="choice" failed={!isPending} onRetry={refetch} />
      )}
    </Panel>
  );
}

function FilingPolicySwitch({ allowed }: { allowed: boolean }) {
  const changing = useChangeFilingPolicy();
  const mayChange = can(useActor(), 'filing-links.change-policy');
  return (
    <Checkbox
      label="People of the company can file from their mails"
      description={
        mayChange
          ? 'Without signing in, once, within 7 days, and with the checks that you ask for.'
          : 'Managers and the owner of the company decide.'
      }
      checked={changing.isPending ? changing.variables : allowed}
      disabled={!mayChange || changing.isPending}
      onChange={({ currentTarget }) => changing.mutate(currentTarget.checked)}
    />
  );
}
