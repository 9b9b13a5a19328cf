import type { Member } from '@anupalan/contract/people/members';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { Alert, Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRemoveMember } from './calls.ts';
import { LastDayDialog } from './last-day-dialog.tsx';
import classes from './member-list.module.css';
import { MemberRow } from './member-row.tsx';

type Props = { members: UseQueryResult<Member[]>; actor: Actor };

/** People of the company, each with what the viewer may change of them (R-members-3). */
export function MemberList({ members, actor }: Props) {
  const removal = useRemoveMember();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [staying, setStaying] = useState<Member | null>(null);
  const list = useFocusAfterRemoval<HTMLUListElement>(members.data?.length ?? 0);

  return (
    <Panel title="Members" text={members.data && countOf(members.data)}>
      {members.isPending && <Skeleton height={160} role="status" aria-label="Loading people…" />}
      {members.isError && (
        <Alert color="red" variant="light" role="alert">
          {members.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => members.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {members.data && (
        <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Members">
          {members.data.map((member) => (
            <MemberRow
              key={member._id}
              member={member}
              actor={actor}
              onRemove={() => setLeaving(member)}
              onLastDay={() => setStaying(member)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={leaving !== null}
        question={`Are you sure you want to remove ${leaving ? fullNameOf(leaving) : 'this person'}? They lose access at once; what they recorded is kept.`}
        action="Remove"
        busy={removal.isPending}
        onConfirm={() => leaving && removal.mutate(leaving, { onSettled: () => setLeaving(null) })}
        onClose={() => setLeaving(null)}
      />
      {staying && <LastDayDialog member={staying} onClose={() => setStaying(null)} />}
    </Panel>
  );
}

function countOf(members: readonly Member[]): string {
  const viewers = members.filter(({ role }) => role === 'viewer').length;
  const people = members.length - viewers;
  const words = people === 1 ? '1 person' : `${people} people`;
  if (viewers === 0) return words;
  return `${words} and ${viewers === 1 ? '1 viewer' : `${viewers} viewers`}`;
}
