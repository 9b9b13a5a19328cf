import { Button, Group, Text, Title } from '@mantine/core';
import { useSession } from '../../lib/session/session.tsx';
import { useOwnPasskeys } from './calls.ts';
import { OwnPasskeys } from './own-passkeys.tsx';
import classes from './passkeys.module.css';

/** Page of an administrator who has to add a passkey before anything else (R-passkeys-12). */
export default function PasskeyRequired({ onDone }: { onDone: () => void }) {
  const { signOut } = useSession();
  const { data } = useOwnPasskeys();
  return (
    <div className={classes.page}>
      <div>
        <Title order={1} size="h2">
          Add a passkey to go on
        </Title>
        <Text c="dimmed" mt={6}>
          Administrators sign in with a passkey here. Add one on this device or with a security key; it takes a minute.
        </Text>
      </div>
      <OwnPasskeys />
      <Group>
        <Button onClick={onDone} disabled={!data || data.passkeys.length === 0}>
          Continue
        </Button>
        <Button variant="default" onClick={signOut}>
          Sign Out
        </Button>
      </Group>
    </div>
  );
}
