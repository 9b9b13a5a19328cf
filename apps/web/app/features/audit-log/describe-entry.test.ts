import type { AuditEntry } from '@anupalan/contract/audit-log';
import { expect, test } from 'vitest';
import { formatInstant } from '../../lib/time/dates.ts';
import { describeEntry } from './describe-entry.ts';

const ASHA = { _id: 'a', name: 'Asha Rao' };
const RAVI = { _id: 'r', name: 'Ravi Kumar' };
const ERASED = { _id: 'e', name: null };

function entry(action: string, parts: Partial<AuditEntry> = {}): AuditEntry {
  const [noun = ''] = action.split('.');
  return {
    _id: '1',
    at: '2026-11-01T10:00:00Z',
    actor: ASHA,
    impersonator: null,
    subject: null,
    details: {},
    sessionId: null,
    requestId: null,
    address: null,
    action,
    noun,
    ...parts,
  };
}

test.each<[string, AuditEntry]>([
  ['Asha Rao signed in', entry('auth.sign-in', { subject: ASHA })],
  [
    'Asha Rao suspended Ravi Kumar',
    entry('users.change-status', { subject: RAVI, details: { from: 'active', to: 'suspended' } }),
  ],
  [
    'Asha Rao activated Ravi Kumar',
    entry('users.change-status', { subject: RAVI, details: { from: 'suspended', to: 'active' } }),
  ],
  [
    'Asha Rao changed the role of Ravi Kumar from Free Member to Premium',
    entry('users.change-role', { subject: RAVI, details: { from: 'user', to: 'premium' } }),
  ],
  ['Asha Rao changed the role of Ravi Kumar', entry('users.change-role', { subject: RAVI, details: { to: 'king' } })],
  ['Asha Rao began to act as a deleted user', entry('users.impersonate', { subject: ERASED })],
  ['Asha Rao stopped acting as Ravi Kumar', entry('users.end-impersonation', { subject: RAVI })],
  [
    `Asha Rao stopped acting as Ravi Kumar when the hour was over, at ${formatInstant('2026-11-01T09:00:00Z')}`,
    entry('users.end-impersonation', { subject: RAVI, details: { endedAt: '2026-11-01T09:00:00Z' } }),
  ],
  ['Asha Rao deleted a user', entry('users.delete', { subject: ERASED })],
  [
    'Asha Rao, acting as Ravi Kumar, deleted a reminder',
    entry('reminders.delete', { actor: RAVI, impersonator: ASHA, details: { complianceId: 'x' } }),
  ],
  ['Somebody who was not signed in failed to sign in', entry('auth.fail-sign-in', { actor: null })],
  [
    'Somebody who was not signed in failed to sign in as Ravi Kumar',
    entry('auth.fail-sign-in', { actor: null, subject: RAVI }),
  ],
  [
    'Somebody who was not signed in failed to sign in as Ravi Kumar too many times',
    entry('auth.fail-sign-in', { actor: null, subject: RAVI, details: { reason: 'too-many-tries' } }),
  ],
  [
    'Somebody who was not signed in failed to reset the password of Ravi Kumar',
    entry('auth.fail-password-reset', { actor: null, subject: RAVI, details: { reason: 'wrong-code' } }),
  ],
  [
    'Somebody who was not signed in entered the right password of Ravi Kumar',
    entry('auth.enter-password', { actor: null, subject: RAVI }),
  ],
  [
    'Somebody who was not signed in had a password reset code mailed to Ravi Kumar',
    entry('auth.ask-password-reset', { actor: null, subject: RAVI }),
  ],
  ['Ravi Kumar paid for Premium', entry('plans.upgrade', { actor: null, subject: RAVI })],
  [
    'A deleted user returned to the Free plan at the end of Premium',
    entry('plans.expire', { actor: null, subject: ERASED }),
  ],
  ['Asha Rao refunded a payment of Ravi Kumar', entry('plans.refund', { subject: RAVI })],
  ['The payment provider refunded a payment of Ravi Kumar', entry('plans.refund', { actor: null, subject: RAVI })],
  ['A new version brought the catalogue up to date', entry('compliance-items.load-edition', { actor: null })],
  ['A new version brought the HR formats up to date', entry('hr-documents.load-formats', { actor: null })],
  ['Asha Rao changed a note', entry('status-history.change-note')],
  [
    'Asha Rao became the first administrator',
    entry('users.create-first-administrator', { actor: null, subject: ASHA }),
  ],
  ['Asha Rao created the act “Wages Act”', entry('acts.create', { details: { name: 'Wages Act' } })],
  ['Asha Rao changed an act', entry('acts.update')],
  ['Asha Rao deleted an HR document', entry('hr-documents.delete')],
  ['Asha Rao changed a compliance field', entry('compliance-fields.update')],
  [
    'Asha Rao changed a compliance item',
    entry('compliance-items.update', { details: { title: { from: 'a', to: 'b' } } }),
  ],
  ['Asha Rao handled a contact message', entry('contact.update', { details: { handled: true } })],
  ['Asha Rao reopened a job posting', entry('job-postings.update', { details: { handled: false } })],
  [
    'Asha Rao removed the passkeys of Ravi Kumar',
    entry('passkeys.forget', { subject: { _id: 'ravi', name: 'Ravi Kumar' } }),
  ],
  [
    'The operator removed the passkeys of Ravi Kumar',
    entry('passkeys.forget', { actor: null, subject: { _id: 'ravi', name: 'Ravi Kumar' } }),
  ],
  ['Asha Rao did payments.settle', entry('payments.settle')],
  [
    'A deleted user added the state Kerala',
    entry('companies.add-state', { actor: ERASED, details: { state: 'Kerala' } }),
  ],
])('%s', (sentence, given) => {
  expect(describeEntry(given)).toBe(sentence);
});
