import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { useSession } from '../lib/session/session.tsx';
import { readAdminToken } from '../lib/session/token.ts';
import { fullNameOf } from '../lib/text/person-name.ts';
import classes from './viewing-as.module.css';

/** Strip that tells an administrator whom they impersonate (R-users-26). */
export function ViewingAs({ user }: { user: { firstName: string; lastName: string } }) {
  return (
    <div className={classes.strip}>
      <IconEye size={16} stroke={2} aria-hidden />
      <span className={classes.name}>{`Viewing as ${fullNameOf(user)}`}</span>
    </div>
  );
}

/** Floating button that ends the impersonation (R-users-26). */
export function ReturnToAdmin() {
  const { impersonating, returnToAdmin } = useSession();
  if (!impersonating || readAdminToken() === null) return null;
  return (
    <Button
      className={classes.return}
      radius="xl"
      size="md"
      leftSection={<IconArrowBackUp size={18} stroke={2} aria-hidden />}
      onClick={returnToAdmin}
    >
      Return to Admin
    </Button>
  );
}
