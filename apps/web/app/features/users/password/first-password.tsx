import type { User } from '@anupalan/contract/users';
import { Anchor } from '@mantine/core';
import { useSession } from '../../../lib/session/session.tsx';
import { FormCard } from '../../../ui/forms/form-card.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';

/** Page that stands before all others while the password was made up by the server, or may be known (R-users-50). */
export default function FirstPassword({ user }: { user: User }) {
  const { refresh, signOut } = useSession();
  return (
    <FormCard
      title="Choose a new password"
      text="Somebody else may know the password that you signed in with. Choose one of your own to go on."
      below={
        <Anchor component="button" type="button" onClick={signOut}>
          Sign Out
        </Anchor>
      }
    >
      <ChangePasswordForm user={user} onDone={refresh} mayCancel={false} />
    </FormCard>
  );
}
