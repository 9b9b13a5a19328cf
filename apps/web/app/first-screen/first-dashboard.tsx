import { MantineProvider } from '@mantine/core';
import { DashboardView } from '../features/dashboard/dashboard-view.tsx';
import { readTableFilter } from '../features/dashboard/filters/table-address.ts';
import { recallView, VIEWS_ALONE, viewOf } from '../features/dashboard/table/table-view.ts';
import type { TrackerData } from '../features/dashboard/tracker-data.ts';
import type { EarlyAnswers } from '../lib/api/early-calls.ts';
import { browserStorage } from '../lib/remembered.ts';
import { rememberedBy } from '../lib/session/company.ts';
import type { Profile } from '../lib/session/profile.ts';
import { type Session, SessionContext } from '../lib/session/session.tsx';
import { toSessionState } from '../lib/session/session-state.ts';
import { theme } from '../theme.ts';

type Props = {
  early: Pick<EarlyAnswers, 'token' | 'company'>;
  profile: Profile;
  tracker: TrackerData;
  /** Parameters of the page's address. */
  address: URLSearchParams;
};

/** The dashboard as the application draws it at first, without what makes it work. */
export function FirstDashboard({ early, profile, tracker, address }: Props) {
  const { user } = profile;
  const state = toSessionState(early.token, profile, false);
  const session: Session = {
    ...NOTHING_HAPPENS,
    ...state,
    token: early.token,
    company: early.company,
    companyState: 'known',
  };
  const remembered = recallView(browserStorage, rememberedBy(user._id, state.member));
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <SessionContext value={session}>
        <DashboardView
          user={user}
          tracker={tracker}
          hasRows={false}
          filter={readTableFilter(address)}
          views={VIEWS_ALONE}
          view={viewOf(address, remembered, VIEWS_ALONE)}
          opened={undefined}
          day={null}
          highlight={null}
          {...NOTHING}
        />
      </SessionContext>
    </MantineProvider>
  );
}

/* What is drawn here is HTML: what it could call comes with the application. */

const none = () => {};

const NOTHING = { onRetry: none, onFilter: none, onView: none, onOpen: none, onClose: none, onHighlightEnd: none };

const NOTHING_HAPPENS = {
  enterCompany: none,
  signIn: none,
  signOut: async () => {},
  changeUser: async () => {},
  refresh: async () => {},
  impersonate: async () => {},
  returnToAdmin: async () => {},
};
