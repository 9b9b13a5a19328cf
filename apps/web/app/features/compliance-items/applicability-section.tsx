import type { Company } from '@anupalan/contract/companies';
import { type ApplicabilityRule, describeApplicability, explainApplicability } from '@anupalan/domain/applicability';
import { Text } from '@mantine/core';
import { DetailsSection } from './details-section.tsx';

type Props = { rule: ApplicabilityRule; company: Company };

/** Says for whom an item is and how the viewer's company compares. Only administrators see what doesn't apply. */
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
