import type { Company } from '@anupalan/contract/companies';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { describeApplicability, explainApplicability } from '@anupalan/domain/applicability';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import { ALL_STATES } from '@anupalan/domain/states';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DetailsSection } from '../../../ui/details-section.tsx';
import { establishmentsQuery } from '../../applicability/calls.ts';
import { ExcludeSection } from '../../applicability/exclude-section.tsx';

type Props = { item: ComplianceItem; company: Company; onExcluded: () => void };

/**
 * Reach of an item beside the viewer's company (R-tracker-29), and a way to say that it does not apply
 * (R-applicability-8). Only administrators see items that don't apply.
 */
export function ApplicabilitySection({ item, company, onExcluded }: Props) {
  // A state's items go by the headcount there, so its establishments are asked for; meanwhile it is the company's.
  const { data } = useQuery({ ...establishmentsQuery, enabled: item.state !== ALL_STATES });
  const { employeeCount, state, additionalStates } = company;
  const establishments = data?.map((one) => ({ id: one._id, state: one.state, employeeCount: one.employeeCount }));
  const reach: CompanyReach = {
    ...{ employeeCount, states: [state, ...additionalStates] },
    ...(establishments && { establishments: establishments.map((one) => ({ ...one, answers: {} })) }),
  };
  const reason = explainApplicability(item, reach);
  const applies = reason.stateMatches && reason.headcountMatches;
  return (
    <DetailsSection title={applies ? 'Why it applies' : 'Does not apply to your company'}>
      <Text size="sm">{describeApplicability(reason)}</Text>
      {item.ended === undefined && <ExcludeSection item={item} onExcluded={onExcluded} />}
    </DetailsSection>
  );
}
