import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Group, Text } from '@mantine/core';
import { DetailsSection } from '../../ui/details-section.tsx';
import { AssignButton } from './assign-button.tsx';
import classes from './assigned-people.module.css';
import { PersonMark } from './person-mark.tsx';
import { useColleagues } from './use-colleagues.ts';

const ROLES = [
  ['responsible', 'Responsible'],
  ['deputy', 'Deputy'],
  ['checker', 'Checker'],
] as const;

/** Who is responsible, deputy and checker of an item, in a company of several people; managers change it. */
export function AssignedPeople({ item, actName }: { item: ComplianceItem; actName: string | undefined }) {
  const colleagues = useColleagues();
  if (!colleagues) return null;
  return (
    <DetailsSection title="People">
      <dl className={classes.people}>
        {ROLES.map(([role, label]) => {
          const userId = item.assignment[role];
          const person = colleagues.find(userId);
          return (
            <div key={role} className={classes.line}>
              <dt>{label}</dt>
              <dd>
                {person ? <PersonMark person={person} /> : <span className={classes.nobody}>Nobody</span>}
                {userId !== null && colleagues.isAway(userId) && (
                  <Text span size="sm" c="dimmed">
                    away today
                  </Text>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <Group mt="sm">
        <AssignButton items={[item]} acts={actName === undefined ? [] : [{ value: item.actId, label: actName }]} />
      </Group>
    </DetailsSection>
  );
}
