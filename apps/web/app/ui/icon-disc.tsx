import type { MantineColor } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './icon-disc.module.css';

type Props = {
  /** Width and height in px. */
  size: number;
  color?: MantineColor;
  /** Rounded as fields are, instead of a disc. */
  square?: true;
  children: ReactNode;
};

/** Icon on a ground of its colour. A `span`, as it is part of list items, too. */
export function IconDisc({ size, color, square, children }: Props) {
  const tone = color && {
    color: `var(--mantine-color-${color}-light-color)`,
    background: `var(--mantine-color-${color}-light)`,
  };
  const style = { '--size': `${size}px`, ...tone } as CSSProperties;
  return (
    <span className={classes.disc} data-square={square} style={style}>
      {children}
    </span>
  );
}
