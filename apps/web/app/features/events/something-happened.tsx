import { can } from '@anupalan/domain/permissions';
import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';

/** Lazy, as most come to look. */
const HappenedDialog = lazy(() => import('./happened-dialog.tsx'));

/** Button that records an event (R-events-22), for those who may. */
export function SomethingHappened({ variant = 'default' }: { variant?: 'default' | 'filled' }) {
  const [opened, setOpened] = useState(false);
  if (!can(useActor(), 'events.record')) return null;
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconBolt size={16} stroke={2} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Something happened
      </Button>
      {opened && (
        <Suspense>
          <HappenedDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
