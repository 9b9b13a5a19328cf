import { IconCheck } from '@tabler/icons-react';
import classes from './hiring-claims.module.css';

const NUMBERS = [
  ['1000+', 'qualified candidates'],
  ['24hr', 'response time'],
  ['90%', 'success rate'],
] as const;

const TERMS = ['No upfront cost', 'Pay only when you hire'];

/** Claims to employers about the talent pool (R-enquiries-6). */
export function HiringClaims() {
  return (
    <div className={classes.claims}>
      <ul className={classes.numbers}>
        {NUMBERS.map(([number, what]) => (
          <li key={what}>
            <strong className={classes.number}>{number}</strong> <span className={classes.what}>{what}</span>
          </li>
        ))}
      </ul>
      <ul className={classes.terms}>
        {TERMS.map((term) => (
          <li key={term}>
            <IconCheck size={16} stroke={2.4} aria-hidden />
            {term}
          </li>
        ))}
      </ul>
    </div>
  );
}
