import type { News } from '@anupalan/contract/people/notifications';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import type { Notification } from '@anupalan/domain/notifications';
import { STATUS_LABELS } from '@anupalan/domain/statuses';

/** What a colleague did, as a line of the bell that leads to its place (R-notifications-10). */
export interface NewsNotification {
  readonly type: 'news';
  readonly id: string;
  readonly message: string;
  /** Address of this application. */
  readonly to: string;
}

/** Anything that the bell lists. */
export type BellNotification = Notification | NewsNotification;

interface Sentence {
  readonly words: (news: News, company: string) => string;
  readonly to: (news: News) => string;
}

const SENTENCES: Readonly<Record<News['kind'], Sentence>> = {
  'to-check': {
    words: ({ status, ...of }) =>
      `marked ${occurrence(of)} as ${status ? STATUS_LABELS[status] : 'recorded'}: to check`,
    to: () => '/checks',
  },
  returned: { words: (of) => `returned your record of ${occurrence(of)}${said(of)}`, to: details },
  approved: { words: (of) => `approved your record of ${occurrence(of)}${said(of)}`, to: details },
  assigned: {
    words: ({ as = [], ...of }) => `made you ${as.length > 0 ? list(as) : 'responsible'} ${whatOf(of)}`,
    to: ({ itemId, ...news }) => (itemId ? details({ itemId, ...news }) : '/dashboard?person=mine'),
  },
  handover: { words: (_, company) => `offers to hand ${company} over to you`, to: () => '/company/people' },
  'file-ready': { words: ({ title = 'The file that you asked for' }) => `${title} is ready`, to: pageOfFile },
  'file-failed': { words: ({ title = 'The file that you asked for' }) => `${title} could not be made`, to: pageOfFile },
  'webhook-off': {
    words: ({ title = 'an address' }) => `The webhook to ${title} is switched off, as it failed for more than a day`,
    to: () => '/company/connections',
  },
  payer: { words: (_, company) => `asks you to pay for ${company}`, to: () => '/company/people' },
};

export function describeNews(news: News, company: string): NewsNotification {
  const { words, to } = SENTENCES[news.kind];
  const said = words(news, company);
  const message = isNobodys(news) ? said : `${news.by ?? 'Somebody'} ${said}`;
  return { type: 'news', id: news._id, message, to: to(news) };
}

/** The bell's order: reminders, what colleagues did, and what falls due (R-notifications-5, R-notifications-10). */
export function withNews(
  notifications: readonly Notification[],
  news: readonly NewsNotification[],
): readonly BellNotification[] {
  if (news.length === 0) return notifications;
  const isReminder = ({ type }: Notification) => type === 'reminder';
  return [
    ...notifications.filter(isReminder),
    ...news,
    ...notifications.filter((notification) => !isReminder(notification)),
  ];
}

/** Whether nobody did it: a file is made by the server, a webhook fails by itself. */
function isNobodys({ kind }: News): boolean {
  return kind === 'file-ready' || kind === 'file-failed' || kind === 'webhook-off';
}

/** Address of the page that has a file. */
function pageOfFile({ title = '' }: News): string {
  return title.endsWith('.zip') ? '/company/packs' : '/company/exports';
}

/** Address of the details of an obligation, on the day of the record, or of the event that a duty is of. */
function details({ itemId = '', day, eventId }: Pick<News, 'itemId' | 'day' | 'eventId'>): string {
  if (eventId) return `/company/events?event=${eventId}`;
  return `/dashboard?item=${itemId}${day ? `&on=${day.slice(0, 10)}` : ''}`;
}

function occurrence({
  title = 'an obligation',
  day,
  registrationNumber,
}: Pick<News, 'title' | 'day' | 'registrationNumber'>): string {
  const about = registrationNumber ? `${title} for ${registrationNumber}` : title;
  return day ? `${about} (${formatIsoDay(day)})` : about;
}

function said({ note }: Pick<News, 'note'>): string {
  return note ? `: ${note}` : '';
}

function whatOf({ scope, count, title }: Pick<News, 'scope' | 'count' | 'title'>): string {
  if (scope === 'company') return 'for whatever nobody else has';
  if (count !== undefined) return `for ${count} ${scope === 'act' ? 'acts' : 'obligations'}`;
  return `for ${title ?? 'an obligation'}`;
}

function list(roles: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(roles);
}
