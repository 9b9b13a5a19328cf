import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { can } from '@anupalan/domain/permissions';
import { EMPLOYEE_LIMITS, isAbovePlan, PREMIUM_PRICE, planOfRole, type Role } from '@anupalan/domain/plans';
import { Anchor } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useActor } from '../../../lib/session/actor.ts';
import classes from './plan-banners.module.css';

type Props = { role: Role; company: Company | null; fields: readonly ComplianceField[] };

/** Banners about what the viewer's plan leaves out; a company above its plan is not blocked (R-tracker-10). */
export const PlanBanners = memo(function PlanBanners({ role, company, fields }: Props) {
  const seesPremium = can(useActor(), 'compliance-items.read-premium-values');
  const locked = seesPremium ? [] : fields.filter(({ accessLevel }) => accessLevel === 'premium');
  const above = company !== null && isAbovePlan(role, company.employeeCount);
  if (!above && locked.length === 0) return null;
  return (
    <div className={classes.banners}>
      <Banner kind="warning" icon={IconAlertTriangle}>
        {above && (
          <>
            Your company has {formatCount(company.employeeCount)} employees and your plan covers {limitOf(role)}.
            Nothing is blocked. <PlansLink>See the plans</PlansLink>.{' '}
          </>
        )}
        {locked.length > 0 &&
          `On the free plan, ${joinNames(locked)} ${locked.length === 1 ? 'stays' : 'stay'} hidden.`}
      </Banner>
      {locked.length > 0 && (
        <Banner kind="upgrade" icon={IconSparkles}>
          <PlansLink>Upgrade to Premium</PlansLink> for every field and all six statuses with their history: ₹
          {formatCount(PREMIUM_PRICE)} a month.
        </Banner>
      )}
    </div>
  );
});

function PlansLink({ children }: { children: string }) {
  return (
    <Anchor component={Link} to="/plans" inherit fw={650} c="inherit" underline="always">
      {children}
    </Anchor>
  );
}

type BannerProps = { kind: 'warning' | 'upgrade'; icon: Icon; children: ReactNode };

function Banner({ kind, icon: BannerIcon, children }: BannerProps) {
  return (
    <div className={classes.banner} data-kind={kind}>
      <BannerIcon size={17} stroke={2} aria-hidden />
      <p>{children}</p>
    </div>
  );
}

function limitOf(role: Role): string {
  const plan = planOfRole(role);
  const limit = plan && EMPLOYEE_LIMITS[plan];
  return limit === null ? '' : formatCount(limit);
}

function formatCount(count: number): string {
  return count.toLocaleString('en-IN');
}

function joinNames(fields: readonly ComplianceField[]): string {
  return new Intl.ListFormat('en-GB').format(fields.map(({ name }) => name));
}
