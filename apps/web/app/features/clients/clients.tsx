import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { Link } from '../../lib/company/company-link.tsx';
import { useAddressState } from '../../lib/use-address-state.ts';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { ClientList } from './client-list.tsx';
import { readClientListState } from './client-list-state.ts';
import { ClientsAgenda } from './clients-agenda.tsx';

const VIEWS = [
  { value: 'list', label: 'Companies' },
  { value: 'agenda', label: 'Agenda' },
] as const;

/** All companies of a person: one line each, or by what falls due (R-clients-1, R-clients-5). */
export function Clients() {
  const [state, change] = useAddressState(readClientListState);
  const { view = 'list' } = state;
  return (
    <PageFrame
      title="Companies"
      text="Everything that is due in the companies you work for."
      action={
        <Group gap="sm">
          <Button
            component={Link}
            to="/imports"
            variant="default"
            leftSection={<IconTableImport size={16} stroke={1.8} aria-hidden />}
          >
            Import
          </Button>
          <SegmentedControl
            aria-label="View"
            data={VIEWS.map((one) => ({ ...one }))}
            value={view}
            onChange={(chosen) => change({ view: chosen === 'agenda' ? 'agenda' : undefined })}
          />
        </Group>
      }
    >
      {view === 'agenda' ? <ClientsAgenda /> : <ClientList state={state} onChange={change} />}
    </PageFrame>
  );
}
