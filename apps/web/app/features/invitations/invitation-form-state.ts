import { NewInvitation } from '@anupalan/contract/people/invitations';
import { type GivenRole, usualLastDay } from '@anupalan/domain/members';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useToday } from '../../lib/time/clock.ts';

/** Form that invites somebody. Of anybody but a viewer only address and role are sent (R-members-31). */
export function useInvitationForm() {
  const until = usualLastDay(useToday()).toString();
  return useContractForm(NewInvitation, {
    mode: 'controlled',
    name: 'invitation',
    initialValues: {
      email: '',
      role: 'member' as GivenRole,
      until,
      which: 'all' as 'all' | 'chosen',
      acts: [] as string[],
      from: '',
      to: '',
    },
    toPayload: ({ email, role, until, which, acts, from, to }) => ({
      email,
      role,
      ...(role === 'viewer' && {
        until,
        ...(which === 'chosen' && { acts }),
        ...(from !== '' && { from }),
        ...(to !== '' && { to }),
      }),
    }),
  });
}

export type InvitationForm = ReturnType<typeof useInvitationForm>;
