import { Alert, Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { useOwnPasskeys, useRenewRecoveryCodes } from './calls.ts';
import { PasskeyRow } from './passkey-row.tsx';
import classes from './passkeys.module.css';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const MOST_PASSKEYS = 20;

/** Passkeys of the viewer, with what adds and removes them, and their recovery codes (R-passkeys-4). */
export function OwnPasskeys() {
  const { data, error, isPending, refetch } = useOwnPasskeys();
  const [adding, { open, close }] = useDisclosure(false);
  const [codes, setCodes] = useState<string[]>();
  const passkeys = data?.passkeys ?? [];
  const list = useFocusAfterRemoval<HTMLUListElement>(passkeys.length);
  const isOnlyNeeded = data?.required === true && passkeys.length === 1;

  return (
    <Panel title="Passkeys" text="A second step that a stolen password or mailbox does not get past.">
      {isPending && <Skeleton height={88} aria-label="Loading passkeys…" role="status" />}
      {error && (
        <Alert color="red" variant="light" role="alert">
          {error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {data && (
        <>
          {passkeys.length === 0 && (
            <Text size="sm" c="dimmed">
              You have none yet: a code is mailed to you when you sign in.
            </Text>
          )}
          {passkeys.length > 0 && (
            <ul ref={list} tabIndex={-1} className={classes.passkeys} aria-label="Passkeys">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey._id}
                  passkey={passkey}
                  isLast={passkeys.length === 1}
                  isNeeded={isOnlyNeeded}
                />
              ))}
            </ul>
          )}
          <WhereTheyWork address={data.address} />
          <Group gap="xs">
            <Button
              variant={passkeys.length === 0 ? 'filled' : 'light'}
              disabled={data.address !== window.location.origin || passkeys.length >= MOST_PASSKEYS}
              onClick={open}
            >
              Add a passkey
            </Button>
            {passkeys.length > 0 && <RenewCodes left={data.recoveryCodesLeft} onRenewed={setCodes} />}
          </Group>
          {passkeys.length > 0 && (
            <Text size="sm" c={data.recoveryCodesLeft < 3 ? 'var(--tone-waiting)' : 'dimmed'}>
              {data.recoveryCodesLeft === 1 ? '1 recovery code' : `${data.recoveryCodesLeft} recovery codes`} left, for
              when no passkey is at hand.
            </Text>
          )}
        </>
      )}
      <AddPasskeyDialog
        opened={adding}
        suggestion={`Passkey ${passkeys.length + 1}`}
        onAdded={(made) => {
          close();
          setCodes(made);
        }}
        onClose={close}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Panel>
  );
}

/** Passkeys are bound to the name of the site, and to no number (R-passkeys-5). */
function WhereTheyWork({ address }: { address: string | null }) {
  if (address === window.location.origin) return null;
  return (
    <Alert color="yellow" variant="light" role="note">
      {address === null ? (
        'Passkeys need a site with a name, not a number, in its address.'
      ) : (
        <>
          Passkeys work at another address of this site. To add one, open{' '}
          <Anchor href={`${address}/profile/passkeys`}>{address}</Anchor>.
        </>
      )}
    </Alert>
  );
}

function RenewCodes({ left, onRenewed }: { left: number; onRenewed: (codes: string[]) => void }) {
  const renewal = useRenewRecoveryCodes();
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        New recovery codes
      </Button>
      <ConfirmDialog
        opened={asking}
        question={`Are you sure you want to make new recovery codes? ${left === 0 ? 'There are none left.' : 'The old ones no longer work then.'}`}
        action="Make new codes"
        busy={renewal.isPending}
        onConfirm={() => renewal.mutate(undefined, { onSuccess: onRenewed, onSettled: close })}
        onClose={close}
      />
    </>
  );
}
