import { type ReactNode, useId } from 'react';
import classes from './facts.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** Facts, each beside its name; an empty one is a dash. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

type Props = {
  title: string;
  /** Level of the heading: below the title of a dialog, or of a page. */
  below?: 'dialog' | 'page';
  facts: readonly Fact[];
  children?: ReactNode;
};

/** Facts under a heading, followed by `children`. */
export function Facts({ title, below = 'dialog', facts, children }: Props) {
  const headingId = useId();
  const Heading = below === 'page' ? 'h2' : 'h3';
  return (
    <section aria-labelledby={headingId}>
      <Heading id={headingId} className={classes.heading}>
        {title}
      </Heading>
      {facts.length > 0 && <FactList facts={facts} />}
      {children}
    </section>
  );
}
