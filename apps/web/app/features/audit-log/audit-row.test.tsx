import type { AuditEntry } from '@anupalan/contract/audit-log';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { AuditRow } from './audit-row.tsx';

const ENTRY: AuditEntry = {
  _id: '1',
  at: '2026-11-01T10:00:00Z',
  actor: { _id: 'a', name: 'Asha Rao' },
  impersonator: null,
  subject: null,
  details: {},
  sessionId: 'the-session',
  requestId: 'the-request',
  address: '203.0.113.7',
  action: 'auth.sign-in',
  noun: 'auth',
};

test('the details say from where, with which session and by which request', () => {
  show(<AuditRow entry={ENTRY} />);
  for (const [label, value] of [
    ['Address', '203.0.113.7'],
    ['Session', 'the-session'],
    ['Request', 'the-request'],
  ] as const) {
    expect(screen.getByText(label).nextElementSibling?.textContent, label).toBe(value);
  }
});

test('what nobody called, and an address that is forgotten, take no line', () => {
  show(<AuditRow entry={{ ...ENTRY, sessionId: null, requestId: null, address: null }} />);
  for (const label of ['Address', 'Session', 'Request']) expect(screen.queryByText(label)).toBeNull();
});
