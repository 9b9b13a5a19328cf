import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '../../lib/company/company-link.tsx';
import classes from './field-table.module.css';
import { PremiumBadge } from './premium-badge.tsx';

/** Cells of a field; a premium field shows free users its name and a link to the plans (R-tracker-11). */
export function FieldCells({ field, locked }: { field: ComplianceField; locked: boolean }) {
  return (
    <>
      <th scope="row">{field.name}</th>
      <td>
        {locked ? (
          <span className={classes.locked}>
            <span className={classes.blurred} aria-hidden="true">
              What this column tells you
            </span>
            <Button
              component={Link}
              to="/upgrade"
              size="compact-xs"
              variant="light"
              color="grape"
              leftSection={<IconLock size={12} stroke={2.2} aria-hidden />}
            >
              Upgrade to Access
            </Button>
          </span>
        ) : (
          field.description || '–'
        )}
      </td>
      <td>{field.accessLevel === 'premium' ? <PremiumBadge /> : 'Free'}</td>
      <td>{field.required ? 'Yes' : 'No'}</td>
    </>
  );
}
