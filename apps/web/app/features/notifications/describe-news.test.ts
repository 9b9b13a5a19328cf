import type { News } from '@anupalan/contract/people/notifications';
import { expect, test } from 'vitest';
import { describeNews, withNews } from './describe-news.ts';

const NEWS = { _id: 'x', at: '2026-11-20T08:00:00.000Z', by: 'Asha Rao' } as const;
const RECORD = { itemId: 'ecr', title: 'File the ECR', day: '2026-11-15T00:00:00.000Z', status: 'done' } as const;

test.each<[Omit<News, keyof typeof NEWS>, message: string, to: string]>([
  [{ kind: 'to-check', ...RECORD }, 'Asha Rao marked File the ECR (15/11/2026) as Done: to check', '/checks'],
  [
    { kind: 'returned', ...RECORD, note: 'The challan is of October' },
    'Asha Rao returned your record of File the ECR (15/11/2026): The challan is of October',
    '/dashboard?item=ecr&on=2026-11-15',
  ],
  [
    { kind: 'returned', ...RECORD, registrationNumber: 'MHBAN0012345000' },
    'Asha Rao returned your record of File the ECR for MHBAN0012345000 (15/11/2026)',
    '/dashboard?item=ecr&on=2026-11-15',
  ],
  [
    { kind: 'approved', ...RECORD },
    'Asha Rao approved your record of File the ECR (15/11/2026)',
    '/dashboard?item=ecr&on=2026-11-15',
  ],
  [
    { kind: 'returned', ...RECORD, itemId: undefined, eventId: 'accident', title: 'Report, A-17', day: undefined },
    'Asha Rao returned your record of Report, A-17',
    '/company/events?event=accident',
  ],
  [
    { kind: 'assigned', scope: 'item', itemId: 'ecr', title: 'File the ECR', as: ['responsible', 'checker'] },
    'Asha Rao made you responsible and checker for File the ECR',
    '/dashboard?item=ecr',
  ],
  [
    { kind: 'assigned', scope: 'item', count: 12, as: ['deputy'] },
    'Asha Rao made you deputy for 12 obligations',
    '/dashboard?person=mine',
  ],
  [
    { kind: 'assigned', scope: 'company', as: ['checker'] },
    'Asha Rao made you checker for whatever nobody else has',
    '/dashboard?person=mine',
  ],
  [{ kind: 'handover' }, 'Asha Rao offers to hand Rao & Sons over to you', '/company/people'],
  [
    { kind: 'webhook-off', title: 'hooks.example.com' },
    'The webhook to hooks.example.com is switched off, as it failed for more than a day',
    '/company/connections',
  ],
  [{ kind: 'payer' }, 'Asha Rao asks you to pay for Rao & Sons', '/company/people'],
])('%j', (news, message, to) => {
  expect(describeNews({ ...NEWS, ...news }, 'Rao & Sons')).toEqual({ type: 'news', id: 'x', message, to });
});

test('whose account was erased is somebody', () => {
  expect(describeNews({ ...NEWS, by: null, kind: 'payer' }, 'Rao & Sons').message).toMatch(/^Somebody asks you/);
});

test('what colleagues did stands between reminders and what falls due', () => {
  const about = { itemId: 'item', message: '' };
  const dueDate = Temporal.PlainDate.from('2026-11-20');
  const reminder = { type: 'reminder', id: 'r', reminderId: 'r', dueDate: Temporal.Now.instant(), ...about } as const;
  const urgent = { type: 'urgent', id: 'u', dueDate, ...about } as const;
  const news = describeNews({ ...NEWS, kind: 'payer' }, 'Rao & Sons');
  expect(withNews([reminder, urgent], [news]).map(({ id }) => id)).toEqual(['r', 'x', 'u']);
});
