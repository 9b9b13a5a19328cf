import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { fullNameOf } from '../lib/full-name.ts';
import { useSession } from '../lib/session.tsx';
import classes from './viewing-as.module.css';

/** What tells an administrator that they act as somebody else, and the way back (specification 1, section 2). */
export function ViewingAs({ user }: { user: { firstName: string; lastName: string } }) {
  return (
    <>
      <div className={classes.strip}>
        <IconEye size={16} stroke={2} aria-hidden />
        <span className={classes.name}>{`Viewing as ${fullNameOf(user)}`}</span>
      </div>
      <ReturnToAdmin />
    </>
  );
}

function ReturnToAdmin() {
  const { returnToAdmin } = useSession();
  const [returning, setReturning] = useState(false);
  return (
    <Button
      className={classes.return ?? ''}
      radius="xl"
      size="md"
      leftSection={<IconArrowBackUp size={18} stroke={2} aria-hidden />}
      loading={returning}
      onClick={() => {
        setReturning(true);
        return returnToAdmin();
      }}
    >
      Return to Admin
    </Button>
  );
}
