import type { ChangedPreferences, Preferences } from '@anupalan/contract/telling/preferences';
import { canCall } from '@anupalan/domain/permissions';
import { CHOSEN_KINDS } from '@anupalan/domain/telling/preferences';
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

const TITLE = 'Mail and reminders';

/** What the viewer is told by mail, in all their companies (R-messages-1). */
export default function MailAndReminders() {
  const actor = useActor();
  const { data, isPending, refetch } = usePreferences();
  const changing = useChangePreferences();
  const leaving = useLeavePreferences();
  if (!data) {
    return (
      <Panel title={TITLE}>
        <LoadingPanel what="preferences" failed={!isPending} onRetry={refetch} />
      </Panel>
    );
  }
  const { chosen, offered, email, notReachableSince, ...preferences } = data;
  const text = notReachableSince ? `Mail to ${email} comes back.` : `Mailed to ${email}, about all your companies.`;
  return (
    <div id="mail">
      <Panel title={TITLE} text={text}>
        <PreferencesForm
          key={JSON.stringify(preferences)}
          saved={preferences}
          kinds={offered}
          chosen={chosen}
          error={changing.error}
          busy={changing.isPending}
          onSave={(wanted) => changing.mutate(changesOf(preferences, wanted))}
        >
          {chosen.length > 0 && (
            <Button variant="subtle" loading={leaving.isPending} onClick={() => leaving.mutate()}>
              As my company has it
            </Button>
          )}
        </PreferencesForm>
        <Text size="sm" c="dimmed">
          {chosen.length > 0
            ? 'What you didn’t choose yourself is what your company has.'
            : 'You chose nothing yet: this is what your company has.'}{' '}
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

/** What differs from what holds: all else stays the companies', which may say otherwise in each (R-messages-2). */
function changesOf(saved: Preferences, wanted: Preferences): ChangedPreferences {
  const kinds = CHOSEN_KINDS.filter((kind) => wanted.kinds[kind] !== saved.kinds[kind]);
  return {
    ...(wanted.hour !== saved.hour && { hour: wanted.hour }),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, wanted.kinds[kind]])),
  };
}
