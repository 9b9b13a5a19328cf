import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { useMayApply } from './calls.ts';
import { groupQuestions } from './group-questions.ts';
import { OpenQuestions } from './open-questions.tsx';

/** Obligations that may apply, folded under the table with the questions that decide (R-applicability-6). */
export default function MayApply() {
  const { data = [] } = useMayApply();
  if (data.length === 0) return null;
  const asked = groupQuestions(data);
  return (
    <CollapsibleSection
      title="May apply: tell us"
      storageKey="may-apply.open"
      openAtFirst={false}
      summary={`${count(data.length, 'obligation')}, ${count(asked.length, 'question')}`}
    >
      <OpenQuestions asked={asked} linked />
    </CollapsibleSection>
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
