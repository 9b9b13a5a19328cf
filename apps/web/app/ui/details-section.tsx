import { type ReactNode, useId } from 'react';
import classes from './details-section.module.css';

export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}
