import { canCall } from '@anupalan/domain/permissions';
import { Anchor, Button, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useChangePreferences, useLeavePreferences, usePreferences } from './calls.ts';
import { PreferencesForm } from './preferences-form.tsx';

/** Lazy, as few people are notified by their browser. */
const PushDevices = lazy(() => import('../devices/push-devices.tsx'));

/** What the viewer is told by mail, in all their companies (R-messages-1). */
export default function MailAndReminders() {
  const actor = useActor();
  const { data, isPending, refetch } = usePreferences();
  const changing = useChangePreferences();
  const leaving = useLeavePreferences();
  if (!data) return <LoadingPanel what="preferences" failed={!isPending} onRetry={refetch} />;
  const { chosen, email, notReachableSince, ...preferences } = data;
  const text = notReachableSince ? `Mail to ${email} comes back.` : `Mailed to ${email}, about all your companies.`;
  return (
    <div id="mail">
      <Panel title="Mail and reminders" text={text}>
        <PreferencesForm
          key={JSON.stringify(preferences)}
          saved={preferences}
          error={changing.error}
          busy={changing.isPending}
          onSave={(chosenNow) => changing.mutate(chosenNow)}
        >
          {chosen && (
            <Button variant="subtle" loading={leaving.isPending} onClick={() => leaving.mutate()}>
              As my company has it
            </Button>
          )}
        </PreferencesForm>
        <Text size="sm" c="dimmed">
          {chosen ? 'You chose this yourself.' : 'You chose nothing yet: this is what your company has.'}{' '}
          <Anchor component={Link} to="/sent" inherit>
            What was sent
          </Anchor>
        </Text>
        {canCall(actor, 'devices.manage-own') && (
          <Suspense>
            <PushDevices />
          </Suspense>
        )}
      </Panel>
    </div>
  );
}
