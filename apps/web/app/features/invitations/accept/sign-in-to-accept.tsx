import type { InvitationPreview } from '@anupalan/contract/people/invitations';
import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { FormCard } from '../../../ui/forms/form-card.tsx';
import { InvitationFacts, invitationTitle, LONG } from './invitation-facts.tsx';

type Props = { token: string; preview: InvitationPreview };

/** Navigation state by which the sign-in comes back to an invitation (R-accounts-16). */
export function backToInvitation(token: string) {
  return { from: `/invitation#${token}` };
}

/** Invitation of who has an account and isn't signed in. */
export function SignInToAccept({ token, preview }: Props) {
  return (
    <FormCard title={invitationTitle(preview)}>
      <InvitationFacts preview={preview} />
      <Text c="dimmed">You have an account with this address. Sign in, and then accept.</Text>
      <Button component={Link} to="/login" state={backToInvitation(token)} size="md" fullWidth classNames={LONG}>
        Sign in as {preview.email}
      </Button>
    </FormCard>
  );
}
