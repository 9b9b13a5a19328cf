import type { AuditEntry } from '@anupalan/contract/audit-log';
import { formatInstant } from '../../lib/time/dates.ts';
import { type Fact, Facts } from '../../ui/lists/facts.tsx';
import classes from './audit-log.module.css';
import { describeEntry } from './describe-entry.ts';

/** Audit entry as a sentence; its recorded details unfold below. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  return (
    <li className={classes.entry}>
      <details>
        <summary className={classes.summary}>
          <span className={classes.sentence}>{describeEntry(entry)}</span>
          <time dateTime={entry.at} className={classes.time}>
            {formatInstant(entry.at)}
          </time>
        </summary>
        <div className={classes.details}>
          <Facts title="Details" below="page" facts={listFacts(entry)} />
        </div>
      </details>
    </li>
  );
}

function listFacts({
  action,
  actor,
  impersonator,
  subject,
  details,
  address,
  sessionId,
  requestId,
}: AuditEntry): Fact[] {
  const people = { 'Done by': impersonator ?? actor, 'In the name of': impersonator && actor, 'Done to': subject };
  const origin = { Address: address, Session: sessionId, Request: requestId };
  return [
    ['Action', action],
    ...Object.entries(people).flatMap(([label, person]): Fact[] => (person ? [[label, describe(person)]] : [])),
    ...Object.entries(details).map(([name, value]): Fact => [name, typeof value === 'string' ? value : toText(value)]),
    ...Object.entries(origin).flatMap(([label, value]): Fact[] => (value === null ? [] : [[label, value]])),
  ];
}

function describe({ _id, name }: { _id: string; name: string | null }): string {
  return name === null ? _id : `${name} (${_id})`;
}

function toText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
