import { verifyOtp } from '@anupalan/contract/auth';
import type { Joined } from '@anupalan/contract/fields/joined';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitationDraft,
  type Invitation,
  type InvitationDraft,
  type InvitationPreview,
  type InvitedRegistration,
  listInvitationDrafts,
  listInvitations,
  type NewInvitation,
  previewInvitation,
  registerInvited,
  renewInvitation,
  resendInvitation,
  revokeInvitation,
} from '@anupalan/contract/people/invitations';
import { getOwnProfile } from '@anupalan/contract/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiError, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import type { SignedIn } from '../../lib/session/session.tsx';

/** Invitations into the company that nobody has accepted yet, newest first (R-members-33). */
const invitationsQuery = callQuery(
  listInvitations,
  { failed: 'Failed to fetch the invitations' },
  ({ data }): Invitation[] => data,
);

export function useInvitations({ enabled }: { enabled: boolean }) {
  return useQuery({ ...invitationsQuery, enabled });
}

/** Invites somebody by mail (R-members-30); the form shows failures. */
export function useCreateInvitation() {
  return useCall({
    send: (body: NewInvitation) =>
      request(createInvitation, { body, failed: 'Failed to send the invitation. Please try again.' }),
    done: ({ email }) => `Invitation sent to ${email}`,
    describeFailure: inSilence,
    changes: [listInvitations, listInvitationDrafts],
  });
}

/** People whom an import named and whom nobody has invited yet (R-imports-18). */
export function useInvitationDrafts() {
  return useQuery(
    callQuery(listInvitationDrafts, { failed: 'Failed to fetch who is noted' }, ({ data }): InvitationDraft[] => data),
  );
}

/** Invites somebody whom an import named; there is no form that could show a failure. */
export function useInviteDraft() {
  return useCall({
    send: ({ email, role }: InvitationDraft) =>
      request(createInvitation, { body: { email, role }, failed: 'Failed to send the invitation. Please try again.' }),
    done: ({ email }) => `Invitation sent to ${email}`,
    changes: [listInvitations, listInvitationDrafts],
  });
}

/** Forgets somebody whom an import named. */
export function useDeleteDraft() {
  return useCall({
    send: ({ _id: id }: InvitationDraft) =>
      request(deleteInvitationDraft, { params: { id }, failed: 'Failed to remove the address' }),
    done: ({ email }) => `${email} was removed`,
    changes: [listInvitationDrafts],
  });
}

/** Mails a new link (R-members-34). */
export function useResendInvitation() {
  return useCall({
    send: ({ _id: id }: Invitation) =>
      request(resendInvitation, { params: { id }, failed: 'Failed to send the invitation again' }),
    done: ({ email }) => `A new link was sent to ${email}`,
    changes: [listInvitations],
  });
}

/** Withdraws an invitation: its link works no longer (R-members-34). */
export function useRevokeInvitation() {
  return useCall({
    send: ({ _id: id }: Invitation) =>
      request(revokeInvitation, { params: { id }, failed: 'Failed to withdraw the invitation' }),
    done: ({ email }) => `The invitation of ${email} was withdrawn`,
    changes: [listInvitations],
  });
}

/** What a mailed link invites to; looking changes nothing (R-members-36). Undefined until there is a token. */
export function useInvitationPreview(token: string | undefined, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['invitation-preview', token],
    queryFn: async ({ signal }): Promise<InvitationPreview> =>
      (await request(previewInvitation, { body: { token: token ?? '' }, signal })).data,
    enabled: enabled && token !== undefined && token !== '',
  });
}

/** Joins the company with the account that is signed in (R-members-36); then `onJoined`, wherever the tab is. */
export function useAcceptInvitation(onJoined: (joined: Joined) => unknown) {
  return useCall({
    send: async (token: string) =>
      (await request(acceptInvitation, { body: { token }, failed: 'Failed to accept the invitation' })).data,
    onDone: (_, joined) => onJoined(joined),
    done: (_, { companyName }) => `You have joined ${companyName}`,
    describeFailure: inSilence,
    changes: ['memberships', getOwnProfile],
  });
}

/** Short sign-up of the invited, which mails a code (R-members-39); the form shows failures. */
export function useRegisterInvited() {
  return useMutation({
    mutationFn: (body: InvitedRegistration) =>
      request(registerInvited, { body, failed: 'An error occurred during registration. Please try again.' }),
  });
}

/** Has a new link mailed in place of one whose time is over (R-members-38). */
export function useRenewInvitation() {
  return useMutation({
    mutationFn: (token: string) =>
      request(renewInvitation, { body: { token }, failed: 'Failed to ask for a new link. Please try again.' }),
  });
}

/**
 * Session for the code of a short sign-up, which accepts the invitation; an invitation that ended meanwhile is told, and
 * the account is there all the same (R-members-39).
 */
export async function confirmInvited(email: string, otp: string): Promise<SignedIn> {
  const { data } = await request(verifyOtp, {
    body: { email, otp, purpose: 'registration' },
    failed: 'Failed to verify OTP. Please try again.',
  });
  const { token, user, invitation } = data;
  if (!token) throw new ApiError(200, 'Registration verification failed');
  if (invitation && invitation.joined === null) toast.error(invitation.message);
  return { token, user };
}
