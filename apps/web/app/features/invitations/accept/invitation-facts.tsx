import type { InvitationPreview } from '@anupalan/contract/people/invitations';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { Text } from '@mantine/core';
import { fullNameOf } from '../../../lib/text/person-name.ts';
import { ROLE_WORDS } from '../role-words.ts';
import classes from './invitation-facts.module.css';

/** Button whose label may be longer than a line of a phone. */
export const LONG = { root: classes.button ?? '', label: classes.words ?? '' };

export function invitationTitle({ companyName }: InvitationPreview): string {
  return `You are invited to ${companyName}`;
}

/** Who invites whom as what (R-members-36). */
export function InvitationFacts({ preview }: { preview: InvitationPreview }) {
  const { invitedBy, email, role, until, acts, from, to } = preview;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Invited by</dt>
        <dd>{fullNameOf(invitedBy)}</dd>
      </div>
      <div>
        <dt>For</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>As</dt>
        <dd>
          {MEMBER_ROLE_LABELS[role]}
          <Text component="span" display="block" size="sm" c="dimmed">
            {ROLE_WORDS[role]}
          </Text>
        </dd>
      </div>
      {until !== null && (
        <div>
          <dt>Until</dt>
          <dd>{formatIsoDay(until)}</dd>
        </div>
      )}
      {acts !== null && (
        <div>
          <dt>Acts</dt>
          <dd>{acts.map(({ title }) => title).join(', ')}</dd>
        </div>
      )}
      {(from !== null || to !== null) && (
        <div>
          <dt>Period</dt>
          <dd>{[from && `from ${formatIsoDay(from)}`, to && `to ${formatIsoDay(to)}`].filter(Boolean).join(' ')}</dd>
        </div>
      )}
    </dl>
  );
}
