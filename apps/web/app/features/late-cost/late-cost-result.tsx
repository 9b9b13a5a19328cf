import type { LateCostAnswer, LateCostLine } from '@anupalan/contract/law/late-cost';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { formatRupees } from '@anupalan/domain/money';
import { SourceLinks } from '../../ui/source-links.tsx';
import classes from './late-cost.module.css';

/** Lines of rules with their sources, the total, and what other days cost, or will while the due day is `ahead` (R-law-9). */
export function LateCostResult({ cost, stale, ahead }: { cost: LateCostAnswer; stale: boolean; ahead: boolean }) {
  const { lines, total, message, byDay } = cost;
  if (lines.length === 0) {
    return (
      <p className={classes.none} role="status">
        {message}
      </p>
    );
  }
  return (
    <div className={classes.result} aria-busy={stale}>
      <ul className={classes.lines} aria-label="Rules">
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
      <p className={classes.total} role="status">
        Total <b>{total === null ? 'not computed' : formatRupees(total)}</b>
      </p>
      {message && <p className={classes.words}>{message}</p>}
      {byDay.some((one) => one.total !== null) && (
        <table className={classes.days}>
          <caption>{ahead ? 'What each day will cost' : 'What each day costs'}</caption>
          <thead>
            <tr>
              <th scope="col">Days late</th>
              <th scope="col">Paid on</th>
              <th scope="col">Costs</th>
            </tr>
          </thead>
          <tbody>
            {byDay.map((one) => (
              <tr key={one.days}>
                <td>{one.days}</td>
                <td>{formatIsoDay(one.paidOn)}</td>
                <td>{one.total === null ? '' : formatRupees(one.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={classes.small}>For information, not legal advice.</p>
    </div>
  );
}

function Line({
  line: { title, words, amount, estimate, legalBasis, source, confidence, notes },
}: {
  line: LateCostLine;
}) {
  return (
    <li className={classes.line}>
      <div className={classes.heading}>
        <b>{title}</b>
        <span className={classes.amount}>{amount === null ? '–' : formatRupees(amount)}</span>
      </div>
      <p className={classes.words}>
        {words}
        {estimate && <em className={classes.estimate}>Estimate</em>}
        {confidence === 'low' && <em className={classes.estimate}>To be verified</em>}
      </p>
      <details className={classes.source}>
        <summary>Rule and source</summary>
        <p className={classes.small}>{legalBasis}</p>
        {notes && <p className={classes.small}>{notes}</p>}
        <SourceLinks source={source} />
      </details>
    </li>
  );
}
