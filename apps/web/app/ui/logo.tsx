import { UnstyledButton } from '@mantine/core';
import { Link } from '../lib/company/company-link.tsx';
import { HindiName } from './hindi-name.tsx';
import classes from './logo.module.css';

/** Logo: a check over a row of days, the last of them marigold. `public/favicon.svg` is the same drawing. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8.5" className={classes.ground} />
      <path
        d="M8.5 14.2l5.2 5.1L23.5 8.8"
        stroke="var(--mantine-color-white)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="9" cy="25" r="1.7" fill="var(--mantine-color-white)" opacity="0.55" />
      <circle cx="16" cy="25" r="1.7" fill="var(--mantine-color-white)" opacity="0.55" />
      <circle cx="23" cy="25" r="1.9" fill="var(--mantine-color-marigold-3)" />
    </svg>
  );
}

/** @param short leaves room for something else beside it */
export function LogoLink({ short = false }: { short?: boolean }) {
  return (
    <UnstyledButton
      component={Link}
      to="/"
      className={classes.link}
      data-short={short || undefined}
      aria-label="Anupalan, home"
    >
      <LogoMark />
      <span className={classes.word}>Anupalan</span>
      <span className={classes.hindi}>
        <HindiName />
      </span>
    </UnstyledButton>
  );
}
