import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useChangeCompanyDefaults, useCompanyDefaults } from './calls.ts';
import { PreferencesForm } from './preferences-form.tsx';

/** What the people of a company are told who chose nothing, for its managers (R-messages-2). */
export default function CompanyMail() {
  const { data, isPending, refetch } = useCompanyDefaults();
  const changing = useChangeCompanyDefaults();
  return (
    <Panel title="Mail and reminders" text="For everybody here who chose nothing in their profile.">
      {data ? (
        <PreferencesForm
          key={JSON.stringify(data)}
          saved={data}
          error={changing.error}
          busy={changing.isPending}
          onSave={(defaults) => changing.mutate(defaults)}
        />
      ) : (
        <LoadingPanel what="company’s defaults" failed={!isPending} onRetry={refetch} />
      )}
    </Panel>
  );
}
