import type { InvitationPreview } from '@anupalan/contract/people/invitations';
import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { searchWith } from '../../../lib/company/company-address.ts';
import { Link } from '../../../lib/company/company-link.tsx';
import { useActor } from '../../../lib/session/actor.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { FormCard } from '../../../ui/forms/form-card.tsx';
import { useAcceptInvitation } from '../calls.ts';
import classes from './invitation-facts.module.css';
import { InvitationFacts, invitationTitle, LONG } from './invitation-facts.tsx';
import { backToInvitation } from './sign-in-to-accept.tsx';

type Props = { token: string; preview: InvitationPreview; user: User };

/** Invitation of who is signed in: with the invited address they accept it (R-members-36). */
export function AcceptInvitation({ token, preview, user }: Props) {
  const actor = useActor();
  const isOther = user.primaryEmail.toLowerCase() !== preview.email.toLowerCase();
  return (
    <FormCard title={invitationTitle(preview)}>
      <InvitationFacts preview={preview} />
      {isOther && <SomebodyElse token={token} preview={preview} user={user} />}
      {!isOther && !can(actor, 'invitations.accept') && (
        <Alert color="red" variant="light" role="alert">
          {actor?.impersonating
            ? 'Invitations cannot be accepted while impersonating'
            : 'Administrators cannot join companies'}
        </Alert>
      )}
      {!isOther && can(actor, 'invitations.accept') && <Accept token={token} preview={preview} />}
    </FormCard>
  );
}

function Accept({ token, preview }: Omit<Props, 'user'>) {
  const navigate = useNavigate();
  const accepting = useAcceptInvitation(({ companyId }) =>
    navigate({ pathname: '/dashboard', search: searchWith('', companyId) }, { replace: true }),
  );
  return (
    <Stack gap="md">
      <FormAlert message={accepting.error?.message} />
      <Button size="md" fullWidth loading={accepting.isPending} onClick={() => accepting.mutate(token)}>
        Join {preview.companyName}
      </Button>
      <Anchor component={Link} to="/dashboard" size="sm" ta="center">
        Not now
      </Anchor>
    </Stack>
  );
}

/** Who is signed in as somebody else is told so, and can sign in as the invited (R-members-36). */
function SomebodyElse({ token, preview, user }: Props) {
  const { changeUser } = useSession();
  return (
    <Stack gap="md">
      <Text className={classes.words ?? ''}>
        You are signed in as <b>{user.primaryEmail}</b>, and this invitation is for <b>{preview.email}</b>.
      </Text>
      <Button size="md" fullWidth classNames={LONG} onClick={() => changeUser(backToInvitation(token).from)}>
        Sign in as {preview.email}
      </Button>
      <Anchor component={Link} to="/dashboard" size="sm" ta="center" className={classes.words ?? ''}>
        Stay signed in as {user.primaryEmail}
      </Anchor>
    </Stack>
  );
}
