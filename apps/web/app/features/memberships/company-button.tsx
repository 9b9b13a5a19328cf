import type { CompanyPlan } from '@anupalan/domain/members';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import classes from './company-button.module.css';

type Props = ComponentProps<typeof UnstyledButton<'button'>> & { name: string; plan: CompanyPlan };

/** Takes away what the library gives to whatever opens choices, and HTML allows for fields alone. */
const NO_FIELD = { autoComplete: undefined };

/** Button of the bar with the company that the tab works in, and its plan (R-pages-37). */
export function CompanyButton({ name, plan, ...button }: Props) {
  return (
    <UnstyledButton
      {...button}
      {...NO_FIELD}
      className={classes.button}
      aria-label={`Company: ${name}, ${PLAN_LABELS[plan]} plan`}
    >
      <span className={classes.name}>{name}</span>
      <span className={classes.plan} data-plan={plan}>
        {PLAN_LABELS[plan]}
      </span>
      <IconChevronDown size={16} stroke={2} aria-hidden className={classes.chevron} />
    </UnstyledButton>
  );
}

export const PLAN_LABELS: Readonly<Record<CompanyPlan, string>> = { free: 'Free', premium: 'Premium' };
