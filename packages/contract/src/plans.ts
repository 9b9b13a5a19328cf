import { PLANS } from '@anupalan/domain/plans';
import { z } from 'zod';
import { User } from './users.ts';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';

const Plan = z.enum(PLANS, { error: 'Plan must be free, premium or enterprise' });

export const upgradePlan = defineCall({
  id: 'upgradePlan',
  method: 'POST',
  path: '/plans/upgrade',
  noun: 'plans',
  summary: 'Give the caller the plan they have paid for; 402 when nothing is paid, 409 when it was given already',
  access: 'plans.upgrade',
  /** `silent` is only for the browser itself, which then shows no toast (R-plans-15). */
  body: z.object({ plan: Plan, silent: z.boolean().optional().catch(undefined) }),
  answers: { 200: success(z.object({ user: User })) },
});

export const downgradePlan = defineCall({
  id: 'downgradePlan',
  method: 'POST',
  path: '/plans/downgrade',
  noun: 'plans',
  summary: 'Return to the free plan at once; nothing that was recorded is lost, nothing is refunded',
  access: 'plans.downgrade',
  answers: { 200: success(z.object({ user: User })) },
});
