import type { Question } from '@anupalan/contract/applicability/facts';
import { Button, Text } from '@mantine/core';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAnswer } from './calls.ts';
import classes from './company-facts.module.css';
import { answerTo, type Facts } from './facts.ts';
import { QuestionChoice } from './question-choice.tsx';

type Props = { facts: Facts; mayChange: boolean };

/** Answers that count for the whole company, and those given for single obligations (R-applicability-4). */
export function CompanyFacts({ facts, mayChange }: Props) {
  const questions = facts.questions.filter(
    ({ key, answeredFor, isAsked }) => answeredFor === 'company' && (isAsked || answerTo(facts, key) !== null),
  );
  const single = facts.answers.filter(({ itemId }) => itemId !== null);
  return (
    <>
      <Panel title="About the company" text="What you leave unanswered is assumed as most employers are.">
        <ul className={classes.list} aria-label="Questions about the company">
          {questions.map((question) => (
            <CompanyQuestion key={question.key} question={question} facts={facts} mayChange={mayChange} />
          ))}
        </ul>
      </Panel>
      {single.length > 0 && (
        <Panel title="Single obligations" text="Where you told us whether the authority asks you for it.">
          <RecordList label="Single obligations" count={single.length} empty="">
            {single.map(({ key, itemId, title, answer }) => (
              <RecordLine key={`${key} ${itemId}`} title={title ?? ''} aside={<Text size="sm">{nameOf(answer)}</Text>}>
                {mayChange && <TakeBack question={key} itemId={itemId} title={title ?? ''} />}
              </RecordLine>
            ))}
          </RecordList>
        </Panel>
      )}
    </>
  );
}

function CompanyQuestion({ question, facts, mayChange }: Props & { question: Question }) {
  return (
    <li className={classes.question}>
      <div className={classes.words}>
        <b>{question.question}</b>
        <p>{question.explanation}</p>
      </div>
      <QuestionChoice question={question} answer={answerTo(facts, question.key)} disabled={!mayChange} />
    </li>
  );
}

function TakeBack({ question, itemId, title }: { question: string; itemId: string | null; title: string }) {
  const saving = useAnswer();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={saving.isPending}
      aria-label={`Take the answer back: ${title}`}
      onClick={() => saving.mutate([{ key: question, itemId, answer: null }])}
    >
      Take back
    </Button>
  );
}

function nameOf(answer: string): string {
  return answer === 'yes' ? 'Yes' : 'No';
}
