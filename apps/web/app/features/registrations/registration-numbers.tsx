import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { can } from '@anupalan/domain/permissions';
import { registrationLabel, registrationNoun } from '@anupalan/domain/registrations/kinds';
import { stateLabel } from '@anupalan/domain/states';
import { Alert, Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { DetailsSection } from '../../ui/details-section.tsx';
import { useRegistrations } from './calls.ts';
import { CopyNumber } from './copy-number.tsx';
import { describePeriod, listNumbersFor } from './registration-period.ts';
import classes from './registrations.module.css';

type Props = {
  kind: NonNullable<ComplianceItem['registrationKind']>;
  state: ComplianceItem['state'];
  today: Temporal.PlainDate;
  /** More to be said of a number, by the id of its registration. */
  children?: (registrationId: string) => ReactNode;
};

/** Numbers that an item is filed under, to copy into the portal (R-registrations-6). */
export function RegistrationNumbers({ kind, state, today, children }: Props) {
  const { data, isPending, refetch } = useRegistrations();
  const mayRecord = can(useActor(), 'registrations.manage');
  const numbers = data && listNumbersFor({ kind, state }, data, today);
  return (
    <DetailsSection title={registrationLabel(kind)}>
      {isPending && <Skeleton height={34} role="status" aria-label="Loading numbers…" />}
      {!isPending && !numbers && (
        <Alert color="red" variant="light" role="alert">
          The numbers could not be loaded.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {numbers?.length === 0 && (
        <Text size="sm" c="dimmed">
          No {registrationNoun(kind)} recorded.
          {mayRecord && (
            <>
              {' '}
              <Anchor component={Link} to="/company/registrations" inherit>
                Record it
              </Anchor>
            </>
          )}
        </Text>
      )}
      {numbers && numbers.length > 0 && (
        <ul className={classes.numbers}>
          {numbers.map((one) => (
            <li key={one._id} className={classes.numberLine}>
              <span>
                <span className={classes.number}>{one.number}</span>
                <span className={classes.of}>
                  {[one.state && stateLabel(one.state), describePeriod(one, today).notice].filter(Boolean).join(' · ')}
                </span>
              </span>
              {children?.(one._id)}
              <CopyNumber number={one.number} />
            </li>
          ))}
        </ul>
      )}
    </DetailsSection>
  );
}
