import type { Client } from '@anupalan/contract/people/clients';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { wholePercent } from '@anupalan/domain/reports/report-words';
import { ALL_STATES, stateLabel } from '@anupalan/domain/states';
import { Anchor } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import classes from './clients.module.css';

/** Company in one line; each number leads to what it counts. */
export function ClientRow({ client }: { client: Client }) {
  if (client.unreadable) return <UnreadableRow name={client.companyName} />;
  const {
    _id,
    companyName,
    states,
    employeeCount,
    overdue,
    dueSoon,
    waiting,
    onTime,
    closedWithEvidence: proven,
    nextDue,
  } = client;
  const at = (path: string, state: Readonly<Record<string, string>> = {}) =>
    `${path}?${new URLSearchParams({ ...state, company: _id })}`;
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.company}>
        <Anchor underline="hover" component={Link} to={at('/dashboard')} fw={600} className={classes.name}>
          {companyName}
        </Anchor>
        <span className={classes.about}>
          {describeStates(states)}, {employeeCount} {employeeCount === 1 ? 'employee' : 'employees'}
          {client.role === 'viewer' && ' · you read'}
        </span>
      </th>
      <Count label="Overdue" count={overdue} tone="bad" to={at('/dashboard', { status: 'overdue' })} />
      <Count label="Due in 7 days" count={dueSoon} tone="waiting" to={at('/dashboard')} />
      <Count label="To check" count={waiting} tone="information" to={at('/checks')} />
      <td className={classes.cell} data-label="On time">
        {onTime.of === 0 ? (
          <span className={classes.none}>Nothing yet</span>
        ) : (
          <span className={classes.rate} title={`${onTime.done} of ${onTime.of} by their day`}>
            {wholePercent(onTime)} %
            <span className={classes.of}>
              {onTime.done} of {onTime.of}
            </span>
            {proven.of > 0 && (
              <Anchor underline="hover" component={Link} to={at('/company/closed')} className={classes.proven}>
                {proven.done} of {proven.of} with evidence
              </Anchor>
            )}
          </span>
        )}
      </td>
      <td className={classes.cell} data-label="Next due">
        {nextDue ? formatIsoDay(nextDue) : <span className={classes.none}>Nothing</span>}
      </td>
      <td className={classes.report}>
        <Anchor
          underline="hover"
          component={Link}
          to={at('/company/report')}
          fz="sm"
          aria-label={`Status report of ${companyName}`}
        >
          Report
        </Anchor>
        <Anchor
          underline="hover"
          component={Link}
          to={at('/company/overview')}
          fz="sm"
          aria-label={`Overview of ${companyName}`}
        >
          Overview
        </Anchor>
      </td>
    </tr>
  );
}

/** Company whose figures can't be read (R-clients-7): it has none, so that nobody takes it for one without duties. */
function UnreadableRow({ name }: { name: string }) {
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.company}>
        <span className={classes.name}>{name}</span>
      </th>
      <td className={classes.cell} colSpan={6}>
        Can’t be read at the moment. Please write to support.
      </td>
    </tr>
  );
}

type CountProps = { label: string; count: number; tone: 'bad' | 'waiting' | 'information'; to: string };

function Count({ label, count, tone, to }: CountProps) {
  return (
    <td className={classes.cell} data-label={label}>
      {count === 0 ? (
        <span className={classes.none}>0</span>
      ) : (
        <Link to={to} className={classes.count} data-tone={tone} aria-label={`${label}: ${count}`}>
          {count}
        </Link>
      )}
    </td>
  );
}

function describeStates(states: Client['states']): string {
  const [first = ALL_STATES, ...others] = states;
  return others.length === 0 ? stateLabel(first) : `${stateLabel(first)} and ${others.length} more`;
}
