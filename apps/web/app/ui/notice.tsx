import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** Something to know before going on, with a title in a few words. The library's own yellow is too pale for text. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.notice}>
      <strong className={classes.title}>{title}</strong>
      <p className={classes.text}>{children}</p>
    </div>
  );
}
