import type { Evidence } from '@anupalan/contract/proof/evidence';
import { formatInstant } from '../../lib/time/dates.ts';
import classes from './evidence.module.css';

/** What was removed: its bytes are gone, its name, its hash and the reason stay (R-evidence-7). */
export function RemovedEvidence({ files }: { files: readonly Evidence[] }) {
  if (files.length === 0) return null;
  return (
    <details>
      <summary className={classes.summary}>
        {files.length === 1 ? '1 file was removed' : `${files.length} files were removed`}
      </summary>
      <ul className={classes.removed}>
        {files.map(({ _id, name, sha256, removed }) => (
          <li key={_id}>
            <s className={classes.name}>{name}</s>
            {removed && (
              <span className={classes.about}>
                Removed {formatInstant(removed.at)} by {removed.byName ?? 'somebody'}
                {removed.reason && `: ${removed.reason}`}
              </span>
            )}
            <span className={classes.about}>
              SHA-256 <code className={classes.hash}>{sha256}</code>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
