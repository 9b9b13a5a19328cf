import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { can } from '@anupalan/domain/permissions';
import { EMPLOYEE_LIMITS, isAbovePlan, PREMIUM_PRICE, planOfRole, type Role } from '@anupalan/domain/plans';
import { Anchor, UnstyledButton } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconChevronDown, IconSparkles } from '@tabler/icons-react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { Link } from '../../../lib/company/company-link.tsx';
import { browserStorage } from '../../../lib/remembered.ts';
import { recallOf, rememberFor } from '../../../lib/remembered-by-user.ts';
import { useActor } from '../../../lib/session/actor.ts';
import classes from './plan-banners.module.css';

type Props = { userId: string; role: Role; company: Company | null; fields: readonly ComplianceField[] };

/** Banners about what the viewer's plan leaves out; a company above its plan is not blocked (R-tracker-10). */
export const PlanBanners = memo(function PlanBanners({ userId, role, company, fields }: Props) {
  const seesPremium = can(useActor(), 'compliance-items.read-premium-values');
  const locked = seesPremium ? [] : fields.filter(({ accessLevel }) => accessLevel === 'premium');
  const above = company !== null && isAbovePlan(role, company.employeeCount);
  const isShown = above || locked.length > 0;
  const folded = useSeen(userId, isShown);
  if (!isShown) return null;
  return (
    <div className={classes.banners} data-folded={folded || undefined}>
      <Banner kind="warning" icon={IconAlertTriangle} folded={folded}>
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
        <Banner kind="upgrade" icon={IconSparkles} folded={folded}>
          <PlansLink>Upgrade to Premium</PlansLink> for every field and all six statuses with their history: ₹
          {formatCount(PREMIUM_PRICE)} a month.
        </Banner>
      )}
    </div>
  );
});

function PlansLink({ children }: { children: string }) {
  return (
    <Anchor component={Link} to="/plans" inherit fw={650} c="inherit">
      {children}
    </Anchor>
  );
}

/** Storage key of whether each user of the browser has seen the banners. */
const KEY = 'seenBanners';

/** Whether the viewer saw the banners before they came here; that they did is remembered once they are shown. */
function useSeen(userId: string, isShown: boolean): boolean {
  const [seen] = useState(() => recallOf(browserStorage, { key: KEY, userId, isValid: isSeen }) ?? false);
  useEffect(() => {
    if (isShown) rememberFor(browserStorage, { key: KEY, userId, value: true });
  }, [isShown, userId]);
  return seen;
}

function isSeen(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

type BannerProps = { kind: 'warning' | 'upgrade'; icon: Icon; folded: boolean; children: ReactNode };

/** Banner, as one line when it was seen before, until somebody unfolds it (R-tracker-37). */
function Banner({ kind, icon: BannerIcon, folded, children }: BannerProps) {
  const [unfolded, setUnfolded] = useState(false);
  const textId = `banner-${kind}`;
  return (
    <div className={classes.banner} data-kind={kind} data-folded={(folded && !unfolded) || undefined}>
      <BannerIcon size={17} stroke={2} aria-hidden />
      <p id={textId}>{children}</p>
      {folded && (
        <UnstyledButton
          className={classes.fold}
          aria-expanded={unfolded}
          aria-controls={textId}
          aria-label={unfolded ? 'Show less' : 'Show all of it'}
          onClick={() => setUnfolded(!unfolded)}
        >
          <IconChevronDown size={16} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
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
