import type { Sent } from '@anupalan/contract/telling/sent';
import type { ReactNode } from 'react';
import classes from './sent-list.module.css';

type LineProps = {
  what: string;
  /** Small print below, joined by dots. */
  details: readonly (string | null)[];
  outcome: Sent['outcome'];
  words: string;
};

/** Things that went out, one a line. */
export function SentList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** Something that went out, with what became of it. */
export function SentLine({ what, details, outcome, words }: LineProps) {
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <span className={classes.what}>{what}</span>
        <span className={classes.detail}>{details.filter(Boolean).join(' · ')}</span>
      </div>
      <span className={classes.outcome} data-outcome={outcome}>
        {words}
      </span>
    </li>
  );
}
