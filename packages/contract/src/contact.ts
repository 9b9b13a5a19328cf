import { z } from 'zod';
import { EnquiryChange, EnquiryFilter } from './fields/enquiry.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { BoundedPagination, email, Id, Instant, LIMITS, paragraphs, text, tidy } from './wire/primitives.ts';

export const CONTACT_SUBJECTS = ['general', 'support', 'billing', 'feedback', 'partnership', 'plan-change'] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

/** Subjects in words; the last is the one that premium users who choose a plan start with (R-enquiries-3). */
export const CONTACT_SUBJECT_LABELS: Readonly<Record<ContactSubject, string>> = {
  general: 'General',
  support: 'Support',
  billing: 'Billing',
  feedback: 'Feedback',
  partnership: 'Partnership',
  'plan-change': 'Plan Change Request',
};

/** A subject by its value or by its label (R-enquiries-3). */
const Subject = tidy('Subject is required')
  .transform((subject) => {
    const wanted = subject.toLowerCase();
    return CONTACT_SUBJECTS.find((value) => CONTACT_SUBJECT_LABELS[value].toLowerCase() === wanted) ?? wanted;
  })
  .pipe(z.enum(CONTACT_SUBJECTS, { error: 'Subject is required' }));

export const NewContactMessage = z.object({
  name: text('Name must be at least 2 characters', { min: 2 }),
  email: email(),
  subject: Subject,
  message: paragraphs('Message must be at least 10 characters', { min: 10, max: LIMITS.message }),
});
export type NewContactMessage = z.infer<typeof NewContactMessage>;

export const ContactMessage = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  subject: z.enum(CONTACT_SUBJECTS),
  message: z.string(),
  /** The moment when it was handled; null while it is open. */
  handledAt: Instant.nullable(),
  createdAt: Instant,
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const sendContactMessage = defineCall({
  id: 'sendContactMessage',
  method: 'POST',
  path: '/contact',
  noun: 'contact',
  summary: 'Write to the people who run this',
  access: 'public',
  body: NewContactMessage,
  answers: { 201: Acknowledgement },
});

export const listContactMessages = defineCall({
  id: 'listContactMessages',
  method: 'GET',
  path: '/contact/messages',
  noun: 'contact',
  summary: 'Contact messages, newest first, page by page',
  access: 'contact.manage',
  query: EnquiryFilter,
  answers: { 200: success(z.object({ messages: z.array(ContactMessage), pagination: BoundedPagination })) },
});

export const updateContactMessage = defineCall({
  id: 'updateContactMessage',
  method: 'PATCH',
  path: '/contact/messages/:id',
  noun: 'contact',
  summary: 'Say whether a contact message is handled',
  access: 'contact.manage',
  params: z.object({ id: Id }),
  body: EnquiryChange,
  answers: { 200: success(ContactMessage) },
});

export const deleteContactMessage = defineCall({
  id: 'deleteContactMessage',
  method: 'DELETE',
  path: '/contact/messages/:id',
  noun: 'contact',
  summary: 'Delete a contact message',
  access: 'contact.manage',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});
