import type { Overview } from '@anupalan/contract/proof/overview';
import { countStanding } from '@anupalan/domain/overview/overview';
import { STANDING_LABELS } from '@anupalan/domain/overview/overview-words';
import { STANDINGS } from '@anupalan/domain/reports/month-report';
import { nameMonth } from '@anupalan/domain/reports/report-words';
import { Text } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import classes from './overview.module.css';

/** How the present month stands: a bar in parts, and what they are (R-overview-3). */
export function ThisMonth({ overview: { month, standing } }: { overview: Overview }) {
  const of = countStanding(standing);
  return (
    <Panel title={nameMonth(month)} text={of === 0 ? undefined : `${of} due`}>
      {of === 0 ? (
        <Text c="dimmed">Nothing falls due this month.</Text>
      ) : (
        <div className={classes.month}>
          <div className={classes.bar} aria-hidden>
            {STANDINGS.map((one) => (
              <span key={one} className={classes.part} data-standing={one} style={{ flexGrow: standing[one] }} />
            ))}
          </div>
          <ul className={classes.legend}>
            {STANDINGS.map((one) => (
              <li key={one} data-none={standing[one] === 0 || undefined}>
                <span className={classes.dot} data-standing={one} aria-hidden />
                <strong>{standing[one]}</strong> {STANDING_LABELS[one].toLowerCase()}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
