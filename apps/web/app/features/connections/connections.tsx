import { canCall } from '@anupalan/domain/permissions';
import type { Action } from '@anupalan/domain/permissions/table';
import { type ComponentType, lazy, Suspense } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';

type Section = { what: string; needs: Action; Content: ComponentType };

/** Sections of the page in order, each loaded for itself and shown to who may use it. */
const SECTIONS: readonly Section[] = [
  {
    what: 'calendars',
    needs: 'calendar-feeds.manage-own',
    Content: lazy(() => import('../calendar-feeds/calendar-feeds.tsx')),
  },
  { what: 'webhooks', needs: 'webhooks.list', Content: lazy(() => import('../webhooks/webhooks.tsx')) },
  {
    what: 'choice about mails',
    needs: 'filing-links.read-policy',
    Content: lazy(() => import('../filing-links/filing-policy.tsx')),
  },
  { what: 'API tokens', needs: 'api-tokens.list', Content: lazy(() => import('../api-tokens/api-tokens.tsx')) },
  { what: 'assistants', needs: 'api-tokens.create', Content: lazy(() => import('../assistants/assistants.tsx')) },
];

/** Page of the ways in which other programs read what is due, and record it (R-calendar-feeds-4). */
export function Connections() {
  const actor = useActor();
  const company = useCompany();
  const shown = SECTIONS.filter(({ needs }) => canCall(actor, needs));
  return (
    <PageFrame
      title="Connections"
      text={company ? `How other programs work with ${company.name}.` : 'How other programs work with what is due.'}
    >
      {shown.map(({ what, Content }) => (
        <Suspense key={what} fallback={<LoadingPanel what={what} failed={false} onRetry={() => undefined} />}>
          <Content />
        </Suspense>
      ))}
    </PageFrame>
  );
}
