import { GivenRole, type Member } from '@anupalan/contract/people/members';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { GIVEN_ROLES, MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { can } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { ActionIcon, Avatar, Badge, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { fullNameOf, initialsOf } from '../../lib/text/person-name.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { Select } from '../../ui/select/select.tsx';
import { useChangeMember } from './calls.ts';
import classes from './member-list.module.css';
import { describeScope } from './viewer-scope.ts';

const OPTIONS = GIVEN_ROLES.map((value) => ({ value, label: MEMBER_ROLE_LABELS[value] }));

type Props = { member: Member; actor: Actor; onRemove: () => void; onLastDay: () => void };

export function MemberRow({ member, actor, onRemove, onLastDay }: Props) {
  const { userId, role, since, until, email } = member;
  const target = { userId, role };
  const name = fullNameOf(member);
  return (
    <li className={classes.row}>
      <Avatar color="ink" radius="xl" size={38} aria-hidden>
        {initialsOf(member)}
      </Avatar>
      <div className={classes.who}>
        <div className={classes.name}>
          <b>{name}</b> {userId === actor.userId && <span className={classes.you}>You</span>}
        </div>
        <div className={classes.detail}>{email}</div>
        <div className={classes.detail}>
          Since {formatDayOf(since)}
          {until !== null && `, until ${formatIsoDay(until)}`}
          {role === 'viewer' && ` · ${describeScope(member)}`}
        </div>
      </div>
      <div className={classes.actions}>
        {until !== null && can(actor, 'members.change', target, 'until') && (
          <Button variant="default" size="compact-sm" onClick={onLastDay} aria-label={`Last day of ${name}`}>
            Last day
          </Button>
        )}
        <RoleOf member={member} canChange={can(actor, 'members.change', target, 'role')} />
        {can(actor, 'members.remove', target) && userId !== actor.userId && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

function RoleOf({ member, canChange }: { member: Member; canChange: boolean }) {
  const change = useChangeMember();
  if (!canChange) {
    return (
      <Badge variant="light" tt="none" size="lg" color={member.role === 'owner' ? 'violet' : 'gray'}>
        {MEMBER_ROLE_LABELS[member.role]}
      </Badge>
    );
  }

  function choose(chosen: string | null) {
    const { data: role } = GivenRole.safeParse(chosen);
    if (role && role !== member.role) change.mutate({ member, changes: { role } });
  }

  return (
    <Select
      aria-label={`Role of ${fullNameOf(member)}`}
      size="sm"
      w={128}
      data={OPTIONS}
      value={change.isPending ? (change.variables.changes.role ?? member.role) : member.role}
      onChange={choose}
      disabled={change.isPending}
      allowDeselect={false}
    />
  );
}
