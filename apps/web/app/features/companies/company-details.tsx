import type { Company } from '@anupalan/contract/companies';
import { can } from '@anupalan/domain/permissions';
import { stateLabel } from '@anupalan/domain/states';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { FactList } from '../../ui/lists/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CompanyEditForm } from './company-edit-form.tsx';

/** Company profile, read or edited (R-users-10). */
export function CompanyDetails({ company }: { company: Company }) {
  const [editing, setEditing] = useState<boolean>();
  const editable = can(useActor(), 'companies.edit');
  const action = editable && !editing && (
    <Button variant="default" size="xs" onClick={() => setEditing(true)} autoFocus={editing === false}>
      Edit Company Details
    </Button>
  );
  return (
    <Panel title="Company Details" action={action}>
      {editable && editing ? (
        <CompanyEditForm company={company} onClose={() => setEditing(false)} />
      ) : (
        <FactList facts={factsOf(company)} />
      )}
    </Panel>
  );
}

function factsOf(company: Company) {
  const { companyWebsite: website } = company;
  return [
    ['Company name', company.companyName],
    ['Number of employees', company.employeeCount.toLocaleString('en-IN')],
    ['Company phone', company.companyPhone],
    ['Company email', company.companyEmail],
    ['Your designation', company.designation],
    ['Industry', company.industry],
    ['Company website', website && <WebsiteLink key="website" address={website} />],
    ['City', company.city],
    ['State', stateLabel(company.state)],
    ['Country', company.country],
  ] as const;
}

function WebsiteLink({ address }: { address: string }) {
  return (
    <Anchor href={address} target="_blank" rel="noreferrer noopener" inherit>
      {address}
    </Anchor>
  );
}
