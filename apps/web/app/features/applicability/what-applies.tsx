import { can } from '@anupalan/domain/permissions';
import { Navigate } from 'react-router';
import { useCompanyPath } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useOwnCompany } from '../companies/calls.ts';
import { useEstablishments, useFacts, useMayApply } from './calls.ts';
import { CompanyFacts } from './company-facts.tsx';
import { Establishments } from './establishments.tsx';
import { ExcludedItems } from './excluded-items.tsx';
import { groupQuestions } from './group-questions.ts';
import { OpenQuestions } from './open-questions.tsx';

/** Page about what applies to the company and why: its establishments, its answers, and what it ruled out. */
export function WhatApplies() {
  const mayChange = can(useActor(), 'facts.change');
  const registration = useCompanyPath('/company-registration');
  const company = useOwnCompany();
  const establishments = useEstablishments();
  const facts = useFacts();
  const mayApply = useMayApply();
  if (company.data === null) return <Navigate to={registration} replace />;
  const asked = groupQuestions(mayApply.data ?? []);
  return (
    <PageFrame
      title="What applies to us"
      text="Your places and your answers decide which obligations are yours. Nothing here is sent to anybody."
    >
      {asked.length > 0 && (
        <Panel title="Still to answer">
          <OpenQuestions asked={asked} />
        </Panel>
      )}
      {establishments.data && facts.data && company.data ? (
        <>
          <Establishments
            establishments={establishments.data}
            company={company.data}
            facts={facts.data}
            mayChange={mayChange}
          />
          <CompanyFacts facts={facts.data} mayChange={mayChange} />
        </>
      ) : (
        <LoadingPanel
          what="establishments"
          failed={establishments.isError || facts.isError || company.isError}
          onRetry={() => {
            for (const query of [establishments, facts, company]) if (query.isError) void query.refetch();
          }}
        />
      )}
      <ExcludedItems />
    </PageFrame>
  );
}
