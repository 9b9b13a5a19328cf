import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import classes from './person-mark.module.css';
import { PersonMark } from './person-mark.tsx';
import { useColleagues } from './use-colleagues.ts';

/** Who is responsible for an item, in a company of several people (R-checks-17). */
export function ResponsibleMark({ item }: { item: Pick<ComplianceItem, 'assignment'> }) {
  const person = useColleagues()?.find(item.assignment.responsible);
  return person ? (
    <span className={classes.small}>
      <PersonMark person={person} />
    </span>
  ) : null;
}
