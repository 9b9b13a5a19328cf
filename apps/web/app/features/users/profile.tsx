import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Alert, Button, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { Loading } from '../../ui/pages/loading.tsx';
import { useOwnCompany } from '../companies/calls.ts';
import { CompanyDetails } from '../companies/company-details.tsx';
import { CompanyStates } from '../companies/company-states.tsx';
import { OwnPasskeys } from '../passkeys/own-passkeys.tsx';
import { PlanPanel } from '../plans/plan-panel.tsx';
import { OwnData } from '../privacy/own-data.tsx';
import { OwnSessions } from './own-sessions.tsx';
import classes from './profile.module.css';
import { ProfileSettings } from './profile-settings.tsx';

/** Lazy, as who is alone in a company needs none. */
const AwayPanel = lazy(() => import('../assignments/away-panel.tsx'));

/** Lazy, as it asks a question of its own. */
const MailAndReminders = lazy(() => import('../messages/mail-and-reminders.tsx'));

/** Profile page; users without a company register it first (R-users-10). */
export function Profile({ user }: { user: User }) {
  const company = useOwnCompany();
  const actor = useActor();
  const ownCompany = useCompany();
  // Failed loads are retried while the rest of the page is usable.
  if (company.isPending) return <Loading />;
  if (company.data === null) return <Navigate to="/company-registration" replace />;
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        Profile
      </Title>
      <div className={classes.columns}>
        <div className={classes.column}>
          <ProfileSettings user={user} />
          {company.data ? (
            <>
              <CompanyDetails company={company.data} />
              <CompanyStates
                company={company.data}
                changeable={can(actor, 'companies.change-states')}
                upgradable={can(actor, 'companies.edit')}
              />
            </>
          ) : (
            <Alert color="red" variant="light" role="alert">
              Failed to fetch company data{' '}
              <Button variant="subtle" size="compact-sm" onClick={() => company.refetch()}>
                Try again
              </Button>
            </Alert>
          )}
        </div>
        <div className={classes.column}>
          <PlanPanel role={user.role} />
          {ownCompany !== null && ownCompany.people > 1 && (
            <Suspense>
              <AwayPanel />
            </Suspense>
          )}
          <Suspense>
            <MailAndReminders />
          </Suspense>
          {can(actor, 'passkeys.manage-own') && <OwnPasskeys />}
          {can(actor, 'users.manage-own-sessions') && <OwnSessions />}
          {can(actor, 'privacy.erase-own') && <OwnData />}
        </div>
      </div>
    </div>
  );
}
