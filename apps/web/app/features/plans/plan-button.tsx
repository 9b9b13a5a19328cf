import type { Plan } from '@anupalan/domain/plans';
import { Button, type ButtonProps } from '@mantine/core';
import { useLocation } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { passState } from '../../lib/passed-state.ts';
import { requestPlanChange } from './plan-change-request.ts';
import type { PlanChoice } from './plan-choice.ts';
import { rememberPlan } from './use-continued-purchase.ts';

type Props = { plan: Plan; choice: PlanChoice; busy: boolean; onBuy: () => void };

/** Button of a plan; a choice that only leads somewhere is a link. */
export function PlanButton({ plan, choice: { label, does }, busy, onBuy }: Props) {
  const location = useLocation();
  const look: ButtonProps = { size: 'md', fullWidth: true, variant: plan === 'premium' ? 'filled' : 'default' };
  switch (does) {
    case 'none':
      return (
        <Button {...look} variant="default" disabled>
          {label}
        </Button>
      );
    case 'buy':
      return (
        <Button {...look} onClick={onBuy} disabled={busy}>
          {busy ? 'Processing...' : label}
        </Button>
      );
    case 'sign-in':
      return (
        <Button {...look} {...passState(rememberPlan(plan, location))} component={Link} to="/login">
          {label}
        </Button>
      );
    case 'contact':
      return (
        <Button {...look} component={Link} to="/contact">
          {label}
        </Button>
      );
    case 'ask-for-change':
      return (
        <Button {...look} component={Link} to="/contact" state={requestPlanChange(plan)}>
          {label}
        </Button>
      );
  }
}
