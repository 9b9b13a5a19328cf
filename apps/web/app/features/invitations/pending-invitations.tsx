import type { Invitation } from '@anupalan/contract/people/invitations';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { can } from '@anupalan/domain/permissions';
import { Alert, Badge, Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useResendInvitation, useRevokeInvitation } from './calls.ts';

/** Invitations that nobody has accepted yet (R-members-33). */
export function PendingInvitations({ invitations }: { invitations: UseQueryResult<Invitation[]> }) {
  const resending = useResendInvitation();
  const revoking = useRevokeInvitation();
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const actor = useActor();
  return (
    <Panel title="Invitations" text="They wait to be accepted. A link works for 7 days, once.">
      {invitations.isPending && <Skeleton height={56} role="status" aria-label="Loading invitations…" />}
      {invitations.isError && (
        <Alert color="red" variant="light" role="alert">
          {invitations.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => invitations.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {invitations.data && (
        <RecordList label="Invitations" count={invitations.data.length} empty="Nobody is invited at the moment.">
          {invitations.data.map((invitation) => (
            <RecordLine
              key={invitation._id}
              title={invitation.email}
              aside={
                <Badge variant="light" tt="none" color={invitation.expired ? 'red' : 'gray'}>
                  {invitation.expired ? 'Expired' : MEMBER_ROLE_LABELS[invitation.role]}
                </Badge>
              }
              detail={describe(invitation)}
            >
              {can(actor, 'invitations.resend') && (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={resending.isPending && resending.variables._id === invitation._id}
                  onClick={() => resending.mutate(invitation)}
                  aria-label={`Send again: the invitation to ${invitation.email}`}
                >
                  Send again
                </Button>
              )}
              {can(actor, 'invitations.revoke') && (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => setWithdrawn(invitation)}
                  aria-label={`Withdraw the invitation of ${invitation.email}`}
                >
                  Withdraw
                </Button>
              )}
            </RecordLine>
          ))}
        </RecordList>
      )}
      <ConfirmDialog
        opened={withdrawn !== null}
        question={`Are you sure you want to withdraw the invitation of ${withdrawn?.email ?? 'this address'}? Its link will not work any longer.`}
        action="Withdraw"
        busy={revoking.isPending}
        onConfirm={() => withdrawn && revoking.mutate(withdrawn, { onSettled: () => setWithdrawn(null) })}
        onClose={() => setWithdrawn(null)}
      />
    </Panel>
  );
}

function describe({ role, until, invitedBy, sentAt, expiresAt, expired }: Invitation): string {
  const stay = until === null ? '' : `, until ${formatIsoDay(until)}`;
  const link = expired
    ? `the link ended on ${formatDayOf(expiresAt)}`
    : `the link works until ${formatDayOf(expiresAt)}`;
  return `As ${MEMBER_ROLE_LABELS[role].toLowerCase()}${stay}. Sent by ${fullNameOf(invitedBy)} on ${formatDayOf(sentAt)}; ${link}.`;
}
