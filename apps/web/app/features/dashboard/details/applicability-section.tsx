import type { Company } from '@anupalan/contract/companies';
import { type ApplicabilityRule, describeApplicability, explainApplicability } from '@anupalan/domain/applicability';
import { Text } from '@mantine/core';
import { DetailsSection } from '../../../ui/details-section.tsx';

type Props = { rule: ApplicabilityRule; company: Company };

/** Reach of an item beside the viewer's company (R-tracker-29). Only administrators see items that don't apply. */
export function ApplicabilitySection({ rule, company }: Props) {
  const { employeeCount, state, additionalStates } = company;
  const reason = explainApplicability(rule, { employeeCount, states: [state, ...additionalStates] });
  const applies = reason.stateMatches && reason.headcountMatches;
  return (
    <DetailsSection title={applies ? 'Why it applies' : 'Does not apply to your company'}>
      <Text size="sm">{describeApplicability(reason)}</Text>
    </DetailsSection>
  );
}
