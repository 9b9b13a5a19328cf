import { CONTACT_SUBJECTS } from '@anupalan/contract/contact';
import { expect, test } from 'vitest';
import { requestPlanChange } from './plan-change-request.ts';

test('a request names both plans, and none to change to when it is the own one', () => {
  expect(requestPlanChange('enterprise').message).toContain('from Premium to Enterprise');
  expect(requestPlanChange('premium').message).not.toContain(' to Premium');
  expect(CONTACT_SUBJECTS).toContain(requestPlanChange('free').subject);
});
