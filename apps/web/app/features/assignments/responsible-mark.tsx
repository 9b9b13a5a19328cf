import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { useColleagues } from './colleagues-provider.tsx';
import classes from './person-mark.module.css';
import { PersonMark } from './person-mark.tsx';

/** Who is responsible for an item, in a company of several people (R-checks-17). */
export function ResponsibleMark({ item }: { item: Pick<ComplianceItem, 'assignment'> }) {
  const person = useColleagues()?.find(item.assignment.responsible);
  return person ? (
    <span className={classes.small}>
      <PersonMark person={person} />
    </span>
  ) : null;
}
