import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

/** What is known about something, each fact under its name. What was never given says so. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value || <span className={classes.none}>Not given</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
