import { ROLE_LABELS, type Role } from '@anupalan/domain/plans';
import { Badge } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';

/** The plan somebody is on. */
export function PlanPanel({ role }: { role: Role }) {
  return (
    <Panel title="Plan">
      <Badge variant="light" tt="none" size="lg">
        {ROLE_LABELS[role]}
      </Badge>
    </Panel>
  );
}
