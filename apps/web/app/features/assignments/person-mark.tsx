import type { Colleague } from '@anupalan/contract/people/assignments';
import { fullNameOf, initialsOf } from '../../lib/text/person-name.ts';
import classes from './person-mark.module.css';

/** Initials of a person, with the name beside them. */
export function PersonMark({ person }: { person: Colleague }) {
  const name = fullNameOf(person);
  return (
    <span className={classes.person} title={name}>
      <span className={classes.initials} aria-hidden>
        {initialsOf(person)}
      </span>
      <span className={classes.name}>{name}</span>
    </span>
  );
}
