import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { fullNameOf } from '../lib/full-name.ts';
import { useSession } from '../lib/session.tsx';
import { readAdminToken } from '../lib/token.ts';
import classes from './viewing-as.module.css';

/** The bar's strip that tells an administrator that they act as somebody else (specification 1, section 2). */
export function ViewingAs({ user }: { user: { firstName: string; lastName: string } }) {
  return (
    <div className={classes.strip}>
      <IconEye size={16} stroke={2} aria-hidden />
      <span className={classes.name}>{`Viewing as ${fullNameOf(user)}`}</span>
    </div>
  );
}

/** The way back, which floats over every page meanwhile. */
export function ReturnToAdmin() {
  const { impersonating, returnToAdmin } = useSession();
  if (!impersonating || readAdminToken() === null) return null;
  return (
    <Button
      className={classes.return ?? ''}
      radius="xl"
      size="md"
      leftSection={<IconArrowBackUp size={18} stroke={2} aria-hidden />}
      onClick={returnToAdmin}
    >
      Return to Admin
    </Button>
  );
}
