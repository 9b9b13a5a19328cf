import type { Handover } from '@anupalan/contract/people/handovers';
import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { useHandovers } from './calls.ts';
import { OfferAnswer } from './offer-answer.tsx';

/** Companies that the person was asked to take over (R-members-52). */
export function HandoverOffers() {
  const actor = useActor();
  const offers = useHandovers({ enabled: can(actor, 'handovers.list') });
  const mine = offers.data?.filter(({ forMe }) => forMe) ?? [];
  if (!can(actor, 'handovers.accept')) return null;
  return mine.map((offer) => <Offer key={offer._id} offer={offer} />);
}

function Offer({ offer: { _id: id, companyName, from, planAfter, expiresAt } }: { offer: Handover }) {
  const who = from ? `${fullNameOf(from)} asks you` : 'You were asked';
  return (
    <div>
      <Notice title={`Take over ${companyName}?`}>
        {who} to become its owner, until {formatDayOf(expiresAt)}. You will decide on roles and payment.
        {planAfter === 'free' && ' The company will be on the Free plan then: nothing recorded is lost.'}
      </Notice>
      <OfferAnswer id={id} />
    </div>
  );
}
