import type { Question } from '@anupalan/contract/applicability/facts';
import { SegmentedControl } from '@mantine/core';
import { Select } from '../../ui/select/select.tsx';
import { useAnswer } from './calls.ts';

type Props = {
  question: Pick<Question, 'key' | 'kind' | 'question' | 'answers'>;
  /** Answer given so far; null while there is none. */
  answer: string | null;
  /** What the answer is about, where that is not the company. */
  about?: { establishmentId?: string | null; itemId?: string | null };
  /** Name for screen readers where the question is not enough, because it is asked several times. */
  label?: string;
  disabled?: boolean;
};

const UNANSWERED = '';

/** Answer to a question, saved as soon as it is chosen; what is being saved is shown at once. */
export function QuestionChoice({ question, answer, about = {}, label = question.question, disabled = false }: Props) {
  const saving = useAnswer();
  const [pending] = saving.isPending ? saving.variables : [];
  const shown = pending ? pending.answer : answer;
  const save = (chosen: string | null) =>
    saving.mutate([{ key: question.key, ...about, answer: chosen === UNANSWERED ? null : chosen }]);
  if (question.kind === 'yes-no') {
    return (
      <SegmentedControl
        aria-label={label}
        data={[
          ...question.answers.map(({ key, name }) => ({ value: key, label: name })),
          { value: UNANSWERED, label: 'Not answered' },
        ]}
        value={shown ?? UNANSWERED}
        onChange={save}
        disabled={disabled}
        size="sm"
      />
    );
  }
  return (
    <Select
      aria-label={label}
      data={question.answers.map(({ key, name }) => ({ value: key, label: name }))}
      value={shown}
      onChange={save}
      placeholder="Choose"
      clearable={shown !== null}
      disabled={disabled}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
