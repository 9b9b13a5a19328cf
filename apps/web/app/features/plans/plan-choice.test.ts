import type { Plan } from '@anupalan/domain/plans';
import { expect, test } from 'vitest';
import { choiceOf } from './plan-choice.ts';

const free = { userId: '1', role: 'user', impersonating: false, member: 'owner', plan: 'free' } as const;
const premium = { ...free, role: 'premium', plan: 'premium' } as const;
const administrator = { ...free, role: 'admin' } as const;
const impersonated = { ...free, impersonating: true } as const;

test.each([
  ['a visitor', 'free', null, 'Get Started', 'sign-in'],
  ['a visitor', 'premium', null, 'Buy Now', 'sign-in'],
  ['a visitor', 'enterprise', null, 'Contact Sales', 'contact'],
  ['a free user', 'free', free, 'Current Plan', 'none'],
  ['a free user', 'premium', free, 'Upgrade Now', 'buy'],
  ['a free user', 'enterprise', free, 'Contact Sales', 'contact'],
  ['a premium user', 'free', premium, 'Contact Support', 'ask-for-change'],
  ['a premium user', 'premium', premium, 'Change Plan', 'ask-for-change'],
  ['a premium user', 'enterprise', premium, 'Contact Sales', 'ask-for-change'],
  ['an administrator', 'free', administrator, 'Contact Support', 'contact'],
  ['an administrator', 'premium', administrator, 'Already Included', 'none'],
  ['an administrator', 'enterprise', administrator, 'Contact Sales', 'contact'],
  ['who acts as a free user', 'free', impersonated, 'Current Plan', 'none'],
  ['who acts as a free user', 'premium', impersonated, 'Upgrade Now', 'none'],
  ['who acts as a free user', 'enterprise', impersonated, 'Contact Sales', 'contact'],
] as const)('%s, %s card', (_who, plan: Plan, actor, label, does) => {
  expect(choiceOf(actor, plan)).toEqual({ label, does });
});
