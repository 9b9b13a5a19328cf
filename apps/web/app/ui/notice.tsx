import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** Notice with a short title. Its colours are our own, as the library's yellow is too pale for text. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.notice}>
      <strong className={classes.title}>{title}</strong>
      <p className={classes.text}>{children}</p>
    </div>
  );
}
