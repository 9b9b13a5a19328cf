import { can } from '@anupalan/domain/permissions';
import { stateLabel } from '@anupalan/domain/states';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useMayApply } from './calls.ts';
import { findNatureQuestion } from './group-questions.ts';
import classes from './nature-question.module.css';
import { QuestionChoice } from './question-choice.tsx';

type Props = {
  /** Told how high the question is, in px, once it is known whether there is one; 0 without one. */
  onHeight: (height: number) => void;
};

/** One line that asks what the establishment is, until somebody has answered (R-applicability-7). */
export default function NatureQuestion({ onHeight }: Props) {
  const actor = useActor();
  const mayChange = can(actor, 'facts.change');
  const { data } = useMayApply({ enabled: mayChange });
  const question = data && findNatureQuestion(data);
  const line = useRef<HTMLDivElement>(null);
  const isKnown = !mayChange || data !== undefined;
  const isAsked = mayChange && question !== undefined;

  useEffect(() => {
    if (isKnown) onHeight(isAsked ? (line.current?.offsetHeight ?? 0) : 0);
  }, [isKnown, isAsked, onHeight]);

  if (!mayChange || !question) return null;
  const { establishmentId, state } = question;
  return (
    <div ref={line} className={classes.line}>
      <IconBuildingFactory2 size={18} stroke={1.8} aria-hidden />
      <p className={classes.words}>
        <b>What is your place{state === '-' ? '' : ` in ${stateLabel(state)}`}?</b> Factories, shops and sites have
        different obligations.
      </p>
      <div className={classes.choice}>
        <QuestionChoice question={question} answer={null} about={{ establishmentId }} />
      </div>
    </div>
  );
}
