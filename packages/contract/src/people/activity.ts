import { STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import {
  BoundedPagination,
  calendarDay,
  Id,
  Instant,
  IsoDay,
  orNone,
  PageNumber,
  pageSize,
} from '../wire/primitives.ts';

/**
 * What the people of a company do that its activity tells of, by noun (R-activity-1); a new one needs words on the
 * screen too.
 */
const ACTIVITY_VERBS = {
  companies: ['register', 'update', 'add-state', 'remove-state', 'ask-payer', 'change-payer', 'end-payer'],
  members: ['join', 'change-role', 'change-until', 'remove', 'leave', 'end'],
  invitations: ['create', 'resend', 'revoke'],
  'api-tokens': ['create', 'revoke', 'allow', 'forbid'],
  handovers: ['offer', 'withdraw', 'decline', 'accept', 'appoint'],
  /** Records are told of when the activity is read and never stored a second time. */
  'status-history': ['record', 'note', 'change-note', 'delete-note', 'take-back'],
  'payment-dates': ['create', 'delete'],
  'submission-dates': ['create', 'delete'],
  assignments: ['change'],
  checks: ['approve', 'return', 'wait-again'],
  away: ['change'],
  establishments: ['create', 'update', 'delete'],
  facts: ['answer'],
  applicability: ['exclude', 'include'],
  registrations: ['create', 'update', 'delete'],
  'company-days': ['set', 'remove'],
  holidays: ['create', 'delete'],
  /** Published and taken back by nobody of the company. */
  extensions: ['publish', 'take-back', 'meet'],
  'own-obligations': ['create', 'update', 'delete'],
  /** A file of rows; what came of them is told as well. */
  imports: ['run'],
  /** `restricted` is all that is told of an event that only those named at it see (R-events-21). */
  events: [
    'create',
    'update',
    'close',
    'reopen',
    'decide',
    'record',
    'approve',
    'return',
    'take-back',
    'wait-again',
    'restricted',
  ],
  reports: ['mail'],
  exports: ['make'],
  packs: ['make', 'fetch'],
  /** All of the company: taken out, and brought in from such a file. */
  'company-files': ['make', 'fetch', 'take-in'],
  /** `fetch` by a viewer (R-evidence-13). */
  evidence: ['add', 'describe', 'remove', 'fetch'],
  /** `switch-off` is what nobody did: it failed for long. */
  webhooks: ['create', 'update', 'delete', 'renew-secret', 'switch-off'],
  messages: ['change-defaults'],
  'filing-links': ['allow', 'forbid'],
} as const;

export type ActivityNoun = keyof typeof ACTIVITY_VERBS;
export type ActivityVerb<N extends ActivityNoun> = (typeof ACTIVITY_VERBS)[N][number];
export type ActivityKind = { [N in ActivityNoun]: `${N}.${ActivityVerb<N>}` }[ActivityNoun];

const NOUNS = Object.keys(ACTIVITY_VERBS) as [ActivityNoun, ...ActivityNoun[]];

/** The nouns that the activity can be narrowed to. */
export const ACTIVITY_NOUNS: readonly ActivityNoun[] = NOUNS;

/** Every kind of event. */
export const ACTIVITY_KINDS = NOUNS.flatMap((noun) =>
  ACTIVITY_VERBS[noun].map((verb) => `${noun}.${verb}` as ActivityKind),
);

const Short = z.string().max(200);

/**
 * What an event was about: ids, days, figures and the company's own short words, as far as its line needs them; never a
 * note, and nothing of a person but their id (R-activity-3).
 */
export const ActivityAbout = z
  .strictObject({
    /** The obligation, and as `title` what it is called now. */
    itemId: Id,
    title: z.string(),
    actId: Id,
    /** The occurrence. */
    day: IsoDay,
    recordId: Id,
    evidenceId: Id,
    status: z.enum(STATUSES),
    /** The person it was done to. */
    userId: Id,
    /** Who was made responsible and deputy; the checker is `userId`. */
    responsible: Id,
    deputy: Id,
    role: Short,
    formerRole: Short,
    /** The last day of a viewer, of an absence, or of what doesn't apply. */
    until: IsoDay.nullable(),
    from: IsoDay.nullable(),
    state: Short,
    /** Rupees. */
    amount: z.number(),
    /** The company's own word for the thing: of an establishment, an obligation, a registration. */
    name: Short,
    /** The kind of thing, as its noun has kinds. */
    kind: Short,
    /** What was changed of the thing, by the names of its fields. */
    fields: z.array(Short).max(50),
    /** How many things at once. */
    count: z.number().int(),
    scope: z.enum(['company', 'act', 'item']),
    /** Whether a link in a mail recorded it (R-filing-links-3). */
    byMailLink: z.literal(true),
  })
  .partial();
export type ActivityAbout = z.infer<typeof ActivityAbout>;

/** One event; `by` is the id of who did it, in whosever name, and null for what nobody did. */
export const ActivityEvent = z.object({
  _id: Id,
  at: Instant,
  by: Id.nullable(),
  /** Whether an administrator of the platform did it in that person's name (R-users-27). */
  impersonated: z.literal(true).optional(),
  /** Whether it came from a company's file, which alone says who did it and when (R-company-files-8). */
  imported: z.literal(true).optional(),
  what: z.enum(ACTIVITY_KINDS),
  about: ActivityAbout,
  /** The number of its seal; none as long as it isn't sealed, for a minute at most (R-activity-9). */
  seal: z.number().int().optional(),
});
export type ActivityEvent = z.infer<typeof ActivityEvent>;

/** Somebody whom the events of an answer name: null when they were erased. */
const ActivityPerson = z.object({ _id: Id, name: z.string().nullable() });
export type ActivityPerson = z.infer<typeof ActivityPerson>;

export const ActivityFilters = z.object({
  /** Who did it. */
  by: orNone(z.uuid('Person must be an id')),
  /** The obligation that it is about. */
  item: orNone(z.uuid('Obligation must be an id')),
  /** A noun. */
  what: orNone(z.enum(NOUNS, { error: 'Unknown kind of activity' })),
  /** The first and the last day on which it was done, in Indian time. */
  from: orNone(calendarDay()),
  to: orNone(calendarDay()),
});
export type ActivityFilters = z.infer<typeof ActivityFilters>;

export const listActivity = defineCall({
  method: 'GET',
  path: '/activity',
  noun: 'activity',
  summary: 'One page of what the people of the company did, newest first; viewers see what lies in their scope',
  access: 'activity.read',
  query: ActivityFilters.extend({ page: PageNumber, limit: pageSize(50) }),
  answers: {
    200: z.object({
      ...success(z.array(ActivityEvent)).shape,
      people: z.array(ActivityPerson),
      pagination: BoundedPagination,
    }),
  },
});
