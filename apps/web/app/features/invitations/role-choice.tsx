import { GIVEN_ROLES, MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { can } from '@anupalan/domain/permissions';
import { Radio, Stack } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import type { InvitationForm } from './invitation-form-state.ts';
import { ROLE_WORDS } from './role-words.ts';

/** Roles that the viewer may give, each with what it lets somebody do (R-members-2). */
export function RoleChoice({ form }: { form: InvitationForm }) {
  const actor = useActor();
  const roles = GIVEN_ROLES.filter((role) => can(actor, 'invitations.create', role));
  return (
    <Radio.Group {...form.getInputProps('role')} label="As" size="md">
      <Stack gap="sm" mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={MEMBER_ROLE_LABELS[role]} description={ROLE_WORDS[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
