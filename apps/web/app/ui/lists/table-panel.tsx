import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './table-panel.module.css';

type Props = {
  caption: string;
  className: string | undefined;
  style?: CSSProperties;
  /** Content below the table that scrolls with it. */
  below?: ReactNode;
  children: ReactNode;
};

/** Table in a panel that scrolls under its headings. */
export function TablePanel({ caption, className, style, below, children }: Props) {
  return (
    <div className={classes.panel}>
      <table className={`${classes.table} ${className}`} style={style}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        {children}
      </table>
      {below}
    </div>
  );
}
