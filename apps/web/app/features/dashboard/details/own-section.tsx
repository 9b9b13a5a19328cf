import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { can } from '@anupalan/domain/permissions';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '../../../lib/company/company-link.tsx';
import { useActor } from '../../../lib/session/actor.ts';
import { DetailsSection } from '../../../ui/details-section.tsx';
import type { ItemActions } from '../table/row-actions.tsx';

type Props = { item: ComplianceItem; actions: ItemActions; onLeave: () => void };

/** What is told of an obligation of the company's own, with what changes it (R-registrations-11). */
export function OwnSection({ item, actions, onLeave }: Props) {
  const manages = can(useActor(), 'own-obligations.manage');

  function leaveFor(open: (item: ComplianceItem) => void) {
    onLeave();
    open(item);
  }

  if (item.registrationId) {
    return (
      <DetailsSection title="Renewal of a registration">
        <Text size="sm">
          It follows the last day that is recorded under{' '}
          <Anchor component={Link} to="/company/registrations" inherit>
            Registrations
          </Anchor>
          . Enter there when you have filed the renewal, and the new last day.
        </Text>
      </DetailsSection>
    );
  }
  return (
    <DetailsSection title="Your own obligation">
      <Text size="sm">Only the people of your company see it.</Text>
      {manages && (
        <Group gap="xs" mt="xs">
          <Button variant="default" size="xs" onClick={() => leaveFor(actions.onEdit)}>
            Edit
          </Button>
          <Button variant="default" size="xs" onClick={() => leaveFor(actions.onDelete)}>
            Delete
          </Button>
        </Group>
      )}
    </DetailsSection>
  );
}
