import { STRENGTH_LABELS } from './password-estimate.ts';
import classes from './password-strength.module.css';
import { usePasswordEstimate } from './use-password-estimate.ts';

type Props = {
  password: string;
  /** What is known about its owner: name, e-mail, company. */
  personal: readonly string[];
};

/** Advises on a password while it is typed; what is refused is the form's own matter. */
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
