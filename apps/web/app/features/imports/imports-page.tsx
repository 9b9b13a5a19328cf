import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { ImportWizard } from './import-wizard.tsx';

/** Page of imports that are about no single company: companies, and for administrators the catalogue (R-imports-2). */
export function ImportsPage() {
  const isAdministrator = can(useActor(), 'imports.catalogue');
  return (
    <PageFrame
      title={isAdministrator ? 'Import the catalogue' : 'Import companies'}
      text={
        isAdministrator
          ? 'Obligations for everybody, out of a spreadsheet.'
          : 'The companies that you work for, with their registrations and people, out of a spreadsheet.'
      }
    >
      <ImportWizard kinds={[isAdministrator ? 'catalogue' : 'companies']} />
    </PageFrame>
  );
}
