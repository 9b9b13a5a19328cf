import type { Overview } from '@anupalan/contract/proof/overview';
import { formatRupees } from '@anupalan/domain/money';
import { describeLateCost, describeLateCostLine } from '@anupalan/domain/overview/overview-words';
import { Anchor } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pageOf } from './named-lines.tsx';
import classes from './overview.module.css';

/** What lateness cost in twelve months, so far (R-overview-6). */
export function LateCost({ lateCost }: { lateCost: Overview['lateCost'] }) {
  return (
    <Panel title="What lateness cost in twelve months, so far" text={describeLateCost(lateCost)}>
      {lateCost.lines.length > 0 && (
        <ul className={classes.lines}>
          {lateCost.lines.map((line) => (
            <li key={`${line.itemId} ${line.day}`}>
              <span className={classes.name}>
                <Anchor underline="hover" component={Link} to={pageOf(line)} c="inherit" fw={500}>
                  {line.title}
                </Anchor>
                <span className={classes.act}>{describeLateCostLine(line)}</span>
              </span>
              <span className={classes.sum}>
                {line.amount === null ? 'not known' : formatRupees(line.amount)}
                {line.amount !== null && line.estimate && <span className={classes.away}>estimate</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
