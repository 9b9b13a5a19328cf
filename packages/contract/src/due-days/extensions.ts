import { STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import {
  ActedFor,
  calendarDay,
  Id,
  Instant,
  IsoDay,
  LIMITS,
  PageNumber,
  Pagination,
  pageSize,
  text,
  tidy,
  Website,
} from '../wire/primitives.ts';

const NamedState = z.enum(STATES, { error: 'Unknown state' });

/** A new day for one occurrence of an obligation of the catalogue (R-due-dates-28). */
export const Extension = z.object({
  _id: Id,
  itemId: Id,
  title: z.string(),
  /** The occurrence, by its nominal day. */
  forDate: IsoDay,
  day: IsoDay,
  /** The states that it is for; none is all. */
  states: z.array(NamedState),
  /** What a company has to meet, in words; null is nothing. */
  condition: z.string().nullable(),
  /** Who said it. */
  authority: z.string(),
  link: z.string(),
  publishedAt: Instant,
  takenBackAt: Instant.nullable(),
  /** Whether the company said that it meets the condition; left out for administrators and without a condition. */
  met: z.boolean().optional(),
});
export type Extension = z.infer<typeof Extension>;

export const NewExtension = z.object({
  itemId: z.uuidv7('Please select an obligation'),
  /** The occurrence, by its nominal day or the legal one. */
  forDate: calendarDay('Please select an occurrence'),
  day: calendarDay('Please select the new day'),
  states: z.array(NamedState, 'States must be a list').max(STATES.length).default([]),
  condition: z
    .union([z.null(), tidy('Condition must be text').max(LIMITS.note, `Please use at most ${LIMITS.note} characters`)])
    .transform((condition) => condition || null)
    .default(null),
  authority: text('Please say who said it', { max: LIMITS.line }),
  link: Website.min(1, 'Please link to where it was said'),
});
export type NewExtension = z.infer<typeof NewExtension>;

/** Companies that a preview names. */
export const NAMED_COMPANIES = 20;

/** Whom an extension reaches. */
export const ExtensionReach = z.object({
  /** The companies that it covers. */
  companies: z.number().int(),
  /** The names of some of them, by name. */
  names: z.array(z.string()).max(NAMED_COMPANIES),
  forDate: IsoDay,
  /** The legal day as it stands for them, which it moves. */
  legal: IsoDay,
});
export type ExtensionReach = z.infer<typeof ExtensionReach>;

export const listExtensions = defineCall({
  id: 'listExtensions',
  method: 'GET',
  path: '/extensions',
  noun: 'extensions',
  summary: 'Extensions, newest first: all of them for administrators, else those that cover the company',
  access: 'extensions.list',
  query: z.object({ page: PageNumber, limit: pageSize(50) }),
  answers: { 200: z.object({ ...success(z.array(Extension)).shape, pagination: Pagination }) },
});

export const previewExtension = defineCall({
  id: 'previewExtension',
  method: 'POST',
  path: '/extensions/preview',
  noun: 'extensions',
  summary: 'Say whom an extension would reach, and publish nothing',
  access: 'extensions.manage',
  body: NewExtension,
  answers: { 200: success(ExtensionReach) },
});

export const createExtension = defineCall({
  id: 'createExtension',
  method: 'POST',
  path: '/extensions',
  noun: 'extensions',
  summary: 'Publish a new day for one occurrence to every company that it covers',
  access: 'extensions.manage',
  body: NewExtension,
  answers: { 201: success(Extension) },
});

export const deleteExtension = defineCall({
  id: 'deleteExtension',
  method: 'DELETE',
  path: '/extensions/:id',
  noun: 'extensions',
  summary: 'Take an extension back, which restores every day that it moved',
  access: 'extensions.manage',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});

export const meetExtension = defineCall({
  id: 'meetExtension',
  method: 'POST',
  path: '/extensions/:id/met',
  noun: 'extensions',
  summary: 'Say that the company meets the condition of an extension, which then holds for it',
  access: 'extensions.meet',
  params: z.object({ id: Id }),
  body: ActedFor,
  answers: { 200: success(Extension) },
});
