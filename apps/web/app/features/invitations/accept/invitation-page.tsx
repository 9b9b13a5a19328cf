import type { InvitationPreview } from '@anupalan/contract/people/invitations';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from '../../../lib/company/company-link.tsx';
import { useSession } from '../../../lib/session/session.tsx';
import { FormCard } from '../../../ui/forms/form-card.tsx';
import { Loading } from '../../../ui/pages/loading.tsx';
import { useLinkToken } from '../../auth/email-change/use-link-token.ts';
import { useInvitationPreview, useRenewInvitation } from '../calls.ts';
import { AcceptInvitation } from './accept-invitation.tsx';
import { InvitationFacts, invitationTitle } from './invitation-facts.tsx';
import { InvitedSignUp } from './invited-sign-up.tsx';
import { SignInToAccept } from './sign-in-to-accept.tsx';

/** Page of a mailed invitation: who invites whom into what, before anything is accepted (R-members-36). */
export function InvitationPage() {
  const token = useLinkToken();
  const [opened, setOpened] = useState<{ token: string; preview: InvitationPreview }>();
  // Once it is open nothing is asked again: the link says something else after it was used, in the middle of signing up.
  const preview = useInvitationPreview(token, { enabled: opened?.token !== token });
  const { status } = useSession();
  if (token !== undefined && preview.data && opened?.token !== token) setOpened({ token, preview: preview.data });
  if (token === '') {
    return (
      <Closed title="Open your invitation" text="Please open the link of the mail again: this address has none." />
    );
  }
  // Another link pasted into the open page begins anew.
  if (opened && opened.token === token && status !== 'loading') return <Invited key={token} {...opened} />;
  if (preview.isError) return <Unusable message={preview.error.message} onRetry={() => preview.refetch()} />;
  return <Loading />;
}

function Invited({ token, preview }: { token: string; preview: InvitationPreview }) {
  const { user } = useSession();
  // Stays until its own end, although the person is signed in before that.
  const [signingUp, setSigningUp] = useState(false);
  if (preview.state === 'expired') return <Expired token={token} preview={preview} />;
  if (signingUp || (!user && !preview.hasAccount)) {
    return <InvitedSignUp token={token} preview={preview} onBegun={() => setSigningUp(true)} />;
  }
  if (!user) return <SignInToAccept token={token} preview={preview} />;
  return <AcceptInvitation token={token} preview={preview} user={user} />;
}

/** A link whose time is over: the invited have a new one mailed with one click (R-members-38). */
function Expired({ token, preview }: { token: string; preview: InvitationPreview }) {
  const renewing = useRenewInvitation();
  return (
    <FormCard title={invitationTitle(preview)} text="The time of this link is over: links work for 7 days.">
      <InvitationFacts preview={preview} />
      {renewing.isSuccess ? (
        <Alert color="teal" variant="light" role="status" title="A new link is on its way">
          We mailed it to {preview.email}. You can close this page.
        </Alert>
      ) : (
        <Stack gap="md">
          {renewing.isError && (
            <Alert color="red" variant="light" role="alert">
              {renewing.error.message}
            </Alert>
          )}
          <Button size="md" fullWidth loading={renewing.isPending} onClick={() => renewing.mutate(token)}>
            Send me a new link
          </Button>
        </Stack>
      )}
    </FormCard>
  );
}

/** A link that was used, withdrawn, replaced by a newer one or never given: the server says which. */
function Unusable({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Closed title="This invitation can't be used" text={message}>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Closed>
  );
}

type ClosedProps = { title: string; text: string; children?: ReactNode };

function Closed({ title, text, children }: ClosedProps) {
  const { user } = useSession();
  return (
    <FormCard title={title}>
      <Text role="alert">{text}</Text>
      <Text c="dimmed" size="sm">
        The person who invited you can send another link, from the page People of their company.
      </Text>
      <Group gap="sm">
        <Button component={Link} to={user ? '/dashboard' : '/login'}>
          {user ? 'Go to your dashboard' : 'Sign In'}
        </Button>
        {children}
        <Anchor component={Link} to="/" size="sm">
          What is Anupalan?
        </Anchor>
      </Group>
    </FormCard>
  );
}
