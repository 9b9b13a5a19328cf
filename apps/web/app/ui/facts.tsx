import { type ReactNode, useId } from 'react';
import classes from './facts.module.css';

export type Fact = readonly [label: string, value: string];

type Props = { title: string; facts: readonly Fact[]; children?: ReactNode };

/** Labelled values under a heading; what is empty is a dash. */
export function Facts({ title, facts, children }: Props) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        {title}
      </h3>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}
