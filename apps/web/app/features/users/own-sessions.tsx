import { Alert, Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import toast from 'react-hot-toast';
import { isCancelled } from '../../lib/api/api.ts';
import { describeDevice } from '../../lib/describe-device.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useEndOwnSession, useEndOwnSessions, useOwnSessions } from './calls.ts';
import classes from './own-sessions.module.css';
import { SessionRow } from './session-row.tsx';

function announce(error: Error) {
  if (!isCancelled(error)) toast.error(error.message);
}

/** Sessions of the viewer's account, with the buttons that end them (R-accounts-39). */
export function OwnSessions() {
  const sessions = useOwnSessions();
  const ending = useEndOwnSession();
  const endingAll = useEndOwnSessions();
  const [asking, { open, close }] = useDisclosure(false);
  const list = useRef<HTMLUListElement>(null);

  function endSession(id: string, device: string) {
    ending.mutate(id, {
      onSuccess: () => toast.success(`Signed out of ${describeDevice(device)}`),
      onError: announce,
      // Focus moves to the list, as the pressed button is gone.
      onSettled: () => list.current?.focus(),
    });
  }

  return (
    <Panel title="Security" text="Where your account is signed in.">
      {sessions.isPending && <Skeleton height={88} aria-label="Loading sessions…" role="status" />}
      {sessions.isError && (
        <Alert color="red" variant="light" role="alert">
          {sessions.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => sessions.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {sessions.data && (
        <ul ref={list} tabIndex={-1} className={classes.sessions} aria-label="Sessions">
          {sessions.data.map((session) => (
            <SessionRow
              key={session._id}
              session={session}
              ending={ending.isPending && ending.variables === session._id}
              disabled={ending.isPending}
              onEnd={() => endSession(session._id, session.device)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button variant="light" color="red" onClick={open}>
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        question="Are you sure you want to sign out everywhere? This device is signed out too."
        action="Sign out everywhere"
        busy={endingAll.isPending}
        onConfirm={() =>
          endingAll.mutate(undefined, {
            onError: (error) => {
              announce(error);
              close();
            },
          })
        }
        onClose={close}
      />
    </Panel>
  );
}
