import { Box, type BoxProps, getSpacing, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './columns.module.css';

type Props = Pick<BoxProps, 'mt' | 'maw'> & {
  /** Number of columns from a width on, and below it. */
  wide?: number;
  from?: 'xs' | 'sm' | 'md';
  narrow?: number;
  spacing?: MantineSpacing;
  verticalSpacing?: MantineSpacing;
  children: ReactNode;
};

/**
 * Columns of one width. The library's own grid writes its widths in a `<style>` beside it, where HTML allows none.
 */
export function Columns(props: Props) {
  const { wide = 2, from = 'sm', narrow = 1, spacing = 'md', verticalSpacing = spacing, children, ...box } = props;
  const gaps = { '--column-gap': getSpacing(spacing), '--row-gap': getSpacing(verticalSpacing) };
  return (
    <Box
      {...box}
      className={classes.columns}
      data-from={from}
      __vars={{ '--wide': `${wide}`, '--narrow': `${narrow}`, ...gaps }}
    >
      {children}
    </Box>
  );
}
