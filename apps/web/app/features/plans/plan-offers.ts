import { EMPLOYEE_LIMITS, type Plan, PREMIUM_PRICE } from '@anupalan/domain/plans';
import { formatPrice } from '../../lib/text/format-price.ts';

export interface PlanOffer {
  readonly plan: Plan;
  readonly name: string;
  readonly price: string;
  /** Terms of the price. */
  readonly terms: string;
  readonly features: readonly string[];
}

/** Plan cards of /plans (R-plans-3, R-plans-4, R-plans-5). */
export const PLAN_OFFERS: readonly PlanOffer[] = [
  {
    plan: 'free',
    name: 'Free',
    price: formatPrice(0),
    terms: 'per month',
    features: [`${EMPLOYEE_LIMITS.free} employee limit`, 'Basic reports', 'Email support', 'Basic features'],
  },
  {
    plan: 'premium',
    name: 'Premium',
    price: formatPrice(PREMIUM_PRICE),
    terms: 'per month, billed monthly',
    features: [
      `Up to ${EMPLOYEE_LIMITS.premium?.toLocaleString('en-IN')} employees`,
      'Advanced analytics and reporting',
      'Priority support 24/7',
      'Custom branding',
      'Advanced features',
    ],
  },
  {
    plan: 'enterprise',
    name: 'Enterprise',
    price: 'Custom price',
    terms: 'for what your company needs',
    features: [
      'Custom employee limit',
      'Dedicated account manager',
      'Custom integrations',
      '24/7 phone support',
      'Priority feature requests',
      'SLA guarantees',
    ],
  },
];
