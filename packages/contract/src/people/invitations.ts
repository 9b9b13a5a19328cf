import { z } from 'zod';
import { Joined } from '../fields/joined.ts';
import { NewPassword, PasswordAgain, samePassword } from '../fields/passwords.ts';
import { FirstName } from '../users.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { asItComes, calendarDay, email, Id, Instant, IsoDay, LIMITS, optionalText, phone } from '../wire/primitives.ts';
import { GivenRole, MemberRole, viewerScope } from './members.ts';

/** The acts that a viewer's invitation can name. */
const MOST_ACTS = 500;

const ONLY_VIEWERS = 'Only viewers have acts, a period and a last day';

/**
 * The form that invites somebody. Last day, acts and period are a viewer's alone: without a last day it is in 30 days,
 * without acts all of them, and without days all that was recorded (R-members-31).
 */
export const NewInvitation = z
  .object({
    email: email(),
    role: GivenRole,
    until: calendarDay().optional(),
    acts: z.array(Id).min(1, 'Choose at least one act').max(MOST_ACTS, `Choose at most ${MOST_ACTS} acts`).optional(),
    from: calendarDay().optional(),
    to: calendarDay().optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'The last day must not be before the first',
  })
  .superRefine(({ role, ...scope }, context) => {
    if (role === 'viewer') return;
    for (const field of ['until', 'acts', 'from', 'to'] as const) {
      if (scope[field] !== undefined) context.addIssue({ code: 'custom', path: [field], message: ONLY_VIEWERS });
    }
  });
export type NewInvitation = z.infer<typeof NewInvitation>;

const Name = z.object({ firstName: z.string(), lastName: z.string() });

/** An invitation that nobody has accepted yet. */
export const Invitation = z.object({
  _id: Id,
  email: z.string(),
  role: MemberRole,
  /** The last day of a viewer; null for all others. */
  until: IsoDay.nullable(),
  ...viewerScope,
  invitedBy: Name.extend({ userId: Id }),
  /** When the newest link was mailed, and until when it works. */
  sentAt: Instant,
  expiresAt: Instant,
  /** Whether the time of the newest link is over. */
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

const OPEN_AGAIN = 'Please open the link of the invitation again';

/** The token of the mailed link, `/invitation#<token>`. */
const InvitationToken = asItComes(OPEN_AGAIN).min(1, OPEN_AGAIN).max(200, OPEN_AGAIN);

const withToken = z.object({ token: InvitationToken });

/** Who invites whom into which company as what, as the invited see it before anything is accepted. */
export const InvitationPreview = z.object({
  /** `expired`: a new link can be asked for (R-members-38). */
  state: z.enum(['open', 'expired']),
  companyId: Id,
  companyName: z.string(),
  invitedBy: Name,
  /** The address that is invited: the account that accepts must have it. */
  email: z.string(),
  role: MemberRole,
  until: IsoDay.nullable(),
  /** The acts that a viewer will see, by name; null is all. */
  acts: z.array(z.object({ _id: Id, title: z.string() })).nullable(),
  from: IsoDay.nullable(),
  to: IsoDay.nullable(),
  expiresAt: Instant,
  /** Whether the address has an account, which signs in; without one there is a short sign-up. */
  hasAccount: z.boolean(),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

/** The short sign-up of somebody who is invited: no e-mail, which the invitation has, and no company. */
export const InvitedRegistration = z
  .object({
    token: InvitationToken,
    firstName: FirstName,
    /** One letter is enough, and who has one name leaves it out (R-users-35). */
    lastName: optionalText(LIMITS.name),
    personalPhone: phone(),
    password: NewPassword,
    confirmPassword: PasswordAgain,
  })
  .refine(...samePassword<{ password?: unknown; confirmPassword?: unknown }>('password'));
export type InvitedRegistration = z.infer<typeof InvitedRegistration>;

const withId = z.object({ id: Id });

export const listInvitations = defineCall({
  id: 'listInvitations',
  method: 'GET',
  path: '/invitations',
  noun: 'invitations',
  summary: 'The invitations into the company that nobody has accepted yet, newest first (500 at most)',
  access: 'invitations.list',
  answers: { 200: success(z.array(Invitation)) },
});

export const createInvitation = defineCall({
  id: 'createInvitation',
  method: 'POST',
  path: '/invitations',
  noun: 'invitations',
  summary: 'Invite somebody by mail; their link works once, for 7 days',
  access: 'invitations.create',
  body: NewInvitation,
  answers: { 201: success(Invitation) },
});

export const resendInvitation = defineCall({
  id: 'resendInvitation',
  method: 'POST',
  path: '/invitations/:id/resend',
  noun: 'invitations',
  summary: 'Mail a new link, which works for 7 days; the last one works no longer',
  access: 'invitations.resend',
  params: withId,
  answers: { 200: success(Invitation) },
});

export const revokeInvitation = defineCall({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/invitations/:id',
  noun: 'invitations',
  summary: 'Withdraw an invitation: its link works no longer',
  access: 'invitations.revoke',
  params: withId,
  answers: { 200: Acknowledgement },
});

export const previewInvitation = defineCall({
  id: 'previewInvitation',
  method: 'POST',
  path: '/invitations/preview',
  noun: 'invitations',
  summary: 'What a mailed link invites to; looking changes nothing',
  access: 'public',
  body: withToken,
  answers: { 200: success(InvitationPreview) },
});

export const acceptInvitation = defineCall({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  noun: 'invitations',
  summary: 'Join the company that a mailed link invites into, with the account of the invited address',
  access: 'invitations.accept',
  body: withToken,
  answers: { 200: success(Joined) },
});

export const registerInvited = defineCall({
  id: 'registerInvited',
  method: 'POST',
  path: '/invitations/register',
  noun: 'invitations',
  summary:
    'Sign up with a mailed link and have a code mailed, which `/auth/verify-otp` takes; it accepts the invitation',
  access: 'public',
  body: InvitedRegistration,
  answers: { 201: success(z.object({ email: z.string() })) },
});

export const renewInvitation = defineCall({
  id: 'renewInvitation',
  method: 'POST',
  path: '/invitations/renew',
  noun: 'invitations',
  summary: 'Have a new link mailed to the invited address when the time of this one is over',
  access: 'public',
  body: withToken,
  answers: { 200: Acknowledgement },
});

/** Somebody whom an import named, and whom nobody has invited yet (R-imports-18). */
export const InvitationDraft = z.object({ _id: Id, email: z.string(), role: GivenRole });
export type InvitationDraft = z.infer<typeof InvitationDraft>;

export const listInvitationDrafts = defineCall({
  id: 'listInvitationDrafts',
  method: 'GET',
  path: '/invitations/drafts',
  noun: 'invitations',
  summary: 'The people whom an import named, to be invited by `POST /invitations` (500 at most)',
  access: 'invitations.list',
  answers: { 200: success(z.array(InvitationDraft)) },
});

export const deleteInvitationDraft = defineCall({
  id: 'deleteInvitationDraft',
  method: 'DELETE',
  path: '/invitations/drafts/:id',
  noun: 'invitations',
  summary: 'Forget somebody whom an import named',
  access: 'invitations.revoke',
  params: withId,
  answers: { 200: Acknowledgement },
});
