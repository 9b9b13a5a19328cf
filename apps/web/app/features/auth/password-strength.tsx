import { STRENGTH_LABELS } from './password-estimate.ts';
import classes from './password-strength.module.css';
import { usePasswordEstimate } from './use-password-estimate.ts';

type Props = {
  password: string;
  /** Personal words of the owner: name, e-mail, company. */
  personal: readonly string[];
};

/** Strength and advice while a password is typed; it refuses nothing (R-accounts-27). */
export function PasswordStrength({ password, personal }: Props) {
  const estimate = usePasswordEstimate(password, personal);
  return (
    <div aria-live="polite" className={classes.strength}>
      {estimate && (
        <>
          <div className={classes.line}>
            <span className={classes.bar} data-score={estimate.score} aria-hidden="true">
              {STRENGTH_LABELS.map((label, index) => index > 0 && <i key={label} data-on={index <= estimate.score} />)}
            </span>
            <span className={classes.label}>
              Strength: <b>{STRENGTH_LABELS[estimate.score]}</b>
            </span>
          </div>
          {estimate.advice && <div className={classes.advice}>{estimate.advice}</div>}
        </>
      )}
    </div>
  );
}
