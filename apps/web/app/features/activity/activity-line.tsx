import type { ActivityEvent } from '@anupalan/contract/people/activity';
import { describeActivity } from '@anupalan/contract/people/activity-words';
import { INDIA } from '@anupalan/domain/calendar-day';
import { Anchor } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import classes from './activity.module.css';
import { SealMark } from './seal-mark.tsx';

type Props = {
  event: ActivityEvent;
  names: ReadonlyMap<string, string | null>;
  userId: string | undefined;
};

const TIME: Intl.DateTimeFormatOptions = { timeZone: INDIA, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** Event as a sentence with its time in India; one about an obligation leads to it. */
export function ActivityLine({ event, names, userId }: Props) {
  const { at, by, impersonated, imported, about, seal } = event;
  const nameOf = (id: string | null | undefined) => {
    if (id && id === userId) return 'you';
    return (id && names.get(id)) || 'somebody whose account was erased';
  };
  const isOurs = event.what.startsWith('members.') || event.what.startsWith('extensions.');
  const who = by === null && isOurs ? 'Anupalan' : nameOf(by);
  const sentence = `${capitalize(who)} ${describeActivity(event, nameOf)}`;
  return (
    <li className={classes.event}>
      <time dateTime={at} className={classes.time}>
        {Temporal.Instant.from(at).toLocaleString('en-GB', TIME)}
      </time>
      <span className={classes.sentence}>
        {sentence}
        {impersonated && <span className={classes.aside}> (by an administrator of Anupalan in their name)</span>}
        {imported && <span className={classes.aside}> (imported)</span>}
      </span>
      <span className={classes.aftermath}>
        {about.itemId && about.title && (
          <Anchor
            component={Link}
            to={addressOf(about.itemId, about.day)}
            size="sm"
            aria-label={`Open “${about.title}”`}
          >
            Open
          </Anchor>
        )}
        <SealMark seal={seal} of={sentence} />
      </span>
    </li>
  );
}

function addressOf(itemId: string, day: string | undefined): string {
  const search = new URLSearchParams({ item: itemId, ...(day && { on: day.slice(0, 10) }) });
  return `/dashboard?${search}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
