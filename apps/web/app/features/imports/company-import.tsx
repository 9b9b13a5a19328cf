import { can } from '@anupalan/domain/permissions';
import { EmptyState } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useActor } from '../../lib/session/actor.ts';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { ImportWizard } from './import-wizard.tsx';
import classes from './imports.module.css';

/** Page of imports into a company, for its managers (R-imports-2). */
export function CompanyImport() {
  const manages = can(useActor(), 'imports.own');
  return (
    <PageFrame
      title="Import"
      text="What you have in spreadsheets today, checked row by row before anything is written."
    >
      {manages ? (
        <ImportWizard kinds={['statuses', 'own']} />
      ) : (
        <EmptyState
          className={classes.empty}
          py="xl"
          icon={<IconTableImport />}
          title="Managers import here"
          description="Managers and the owner of the company bring in its past statuses and its own obligations."
        />
      )}
    </PageFrame>
  );
}
