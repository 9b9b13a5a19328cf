import { can } from '@anupalan/domain/permissions';
import { Title } from '@mantine/core';
import { Navigate } from 'react-router';
import { useActor } from '../../lib/session/actor.ts';
import { OwnPasskeys } from './own-passkeys.tsx';
import classes from './passkeys.module.css';

/** Passkeys alone, for administrators too, who may have no company and so no profile page (R-passkeys-16). */
export function PasskeysPage() {
  const actor = useActor();
  if (!can(actor, 'passkeys.manage-own')) return <Navigate to="/dashboard" replace />;
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        Sign-in
      </Title>
      <OwnPasskeys />
    </div>
  );
}
