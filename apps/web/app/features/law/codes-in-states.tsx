import type { CodeInState } from '@anupalan/contract/law/codes';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { STAGE_WORDS } from '@anupalan/domain/law/labour-codes';
import { ALL_STATES, stateLabel } from '@anupalan/domain/states';
import { useId } from 'react';
import { SourceLinks } from '../../ui/source-links.tsx';
import classes from './law.module.css';

/** Codes by state, the Union first (R-law-10). */
export function CodesInStates({ codes }: { codes: readonly CodeInState[] }) {
  return [...Map.groupBy(codes, ({ state }) => state)].map(([state, ofState]) => (
    <CodesOfState key={state} state={state} codes={ofState} />
  ));
}

function CodesOfState({ state, codes }: { state: CodeInState['state']; codes: readonly CodeInState[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {state === ALL_STATES
          ? 'Central rules, where the Central Government is the appropriate government'
          : stateLabel(state)}
      </h3>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <Code key={code.code} code={code} />
        ))}
      </ul>
    </section>
  );
}

function Code({ code }: { code: CodeInState }) {
  const { name, stage, stageSince, codeSince, oldActs, change, dates, source, notes, confidence, lastChecked } = code;
  return (
    <li className={classes.code}>
      <div className={classes.line}>
        <b>{name}</b>
        <span className={classes.stage} data-stage={stage}>
          {STAGE_WORDS[stage]}
          {stageSince && ` since ${formatIsoDay(stageSince)}`}
        </span>
        {confidence === 'low' && <span className={classes.doubt}>To be verified</span>}
      </div>
      <p className={classes.words}>{change}</p>
      <details className={classes.more}>
        <summary>Old acts, dates and sources</summary>
        <p className={classes.small}>
          In force since {formatIsoDay(codeSince)}. It repealed: {oldActs.join('; ')}.
        </p>
        {dates && <p className={classes.small}>Rules: {dates}.</p>}
        {notes && <p className={classes.small}>{notes}</p>}
        <SourceLinks source={source} />
        <p className={classes.small}>Checked on {formatIsoDay(lastChecked)}</p>
      </details>
    </li>
  );
}
