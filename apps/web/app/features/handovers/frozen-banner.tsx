import type { Freeze } from '@anupalan/contract/people/handovers';
import { Anchor, Box } from '@mantine/core';
import { installation } from '../../lib/installation.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { useFreeze } from './calls.ts';
import { OfferAnswer } from './offer-answer.tsx';

/** What every page of a frozen company says first: why, until when, and who can end it (R-companies-28). */
export default function FrozenBanner() {
  const { data: freeze } = useFreeze();
  return (
    <Box maw="var(--site-width)" mx="auto" px={{ base: 16, sm: 20 }} pt={20} role="status">
      <Notice title="This company is frozen">
        It has no owner, because their account was erased. It can be read, and nothing can be changed.
        {freeze &&
          ` On ${formatDayOf(freeze.until)} it is deleted with everything in it, unless it has an owner by then. `}
        {freeze && <WayOut freeze={freeze} />}
      </Notice>
      {freeze?.offer?.forMe && <OfferAnswer id={freeze.offer._id} />}
    </Box>
  );
}

function WayOut({ freeze: { offer } }: { freeze: Freeze }) {
  if (offer?.forMe) return 'You were asked to take it over.';
  if (offer) return `${fullNameOf(offer.to)} was asked to take it over and can accept.`;
  const { supportEmail } = installation;
  return (
    <>
      Please write to{' '}
      <Anchor href={`mailto:${supportEmail}`} inherit c="inherit">
        {supportEmail}
      </Anchor>{' '}
      and say who of you takes it over.
    </>
  );
}
