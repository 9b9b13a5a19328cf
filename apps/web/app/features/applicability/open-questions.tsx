import { can } from '@anupalan/domain/permissions';
import { stateLabel } from '@anupalan/domain/states';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { useAnswer, useEstablishments } from './calls.ts';
import type { AskedQuestion } from './group-questions.ts';
import classes from './open-questions.module.css';
import { QuestionChoice } from './question-choice.tsx';

type Props = {
  asked: readonly AskedQuestion[];
  /** Whether to link to the page about what applies, for places that are not on it. */
  linked?: boolean;
};

/** Open questions, each with the obligations that hang on it and buttons that answer it (R-applicability-6). */
export function OpenQuestions({ asked, linked = false }: Props) {
  const mayChange = can(useActor(), 'facts.change');
  const { data: establishments = [] } = useEstablishments();
  const list = useFocusAfterRemoval<HTMLUListElement>(asked.length);
  const nameOf = (id: string | null) =>
    establishments.length > 1 ? establishments.find(({ _id }) => _id === id)?.name : undefined;
  return (
    <div className={classes.place}>
      <Text size="sm" c="dimmed">
        These are in no list and no figure until you answer. {!mayChange && 'Managers of your company can do that. '}
        {linked && (
          <Anchor component={Link} to="/company/what-applies" inherit>
            Establishments and all your answers
          </Anchor>
        )}
      </Text>
      <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Open questions">
        {asked.map((one) => (
          <OpenQuestion key={one.id} asked={one} place={nameOf(one.question.establishmentId)} mayChange={mayChange} />
        ))}
      </ul>
    </div>
  );
}

type LineProps = { asked: AskedQuestion; place: string | undefined; mayChange: boolean };

function OpenQuestion({ asked: { question, itemId, items }, place, mayChange }: LineProps) {
  const isUnlisted = question.answeredFor === 'establishment' && question.establishmentId === null;
  const titles = items.map(({ title }) => title);
  const prefix = itemId === null ? place : titles[0];
  return (
    <li className={classes.question}>
      <div className={classes.words}>
        <b>
          {prefix && `${prefix}: `}
          {question.question}
        </b>
        <p className={classes.explanation}>{question.explanation}</p>
        {itemId === null && (
          <p className={classes.items}>
            <span>Decides on</span> {new Intl.ListFormat('en-GB').format(titles)}
          </p>
        )}
      </div>
      {mayChange && (
        <div className={classes.answers}>
          {isUnlisted ? (
            <Button component={Link} to="/company/what-applies" variant="default" size="xs">
              Add your place in {stateLabel(question.state)}
            </Button>
          ) : question.kind === 'yes-no' ? (
            <YesNo question={question} itemId={itemId} about={prefix} />
          ) : (
            <QuestionChoice
              question={question}
              answer={null}
              about={{ establishmentId: question.establishmentId }}
              {...(place && { label: `${place}: ${question.question}` })}
            />
          )}
        </div>
      )}
    </li>
  );
}

type AnswerProps = Pick<AskedQuestion, 'question' | 'itemId'> & { about: string | undefined };

function YesNo({ question: { key, answers, question, establishmentId }, itemId, about }: AnswerProps) {
  const saving = useAnswer();
  const [pending] = saving.isPending ? saving.variables : [];
  return (
    <Group gap={8} role="group" aria-label={about ? `${about}: ${question}` : question} wrap="nowrap">
      {answers.map(({ key: answer, name }) => (
        <Button
          key={answer}
          variant="default"
          size="xs"
          loading={pending?.answer === answer}
          disabled={saving.isPending}
          onClick={() => saving.mutate([{ key, establishmentId, itemId, answer }])}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
