import { can } from '@anupalan/domain/permissions';
import { planOfRole } from '@anupalan/domain/plans';
import { Badge, Text, Title } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { useSession } from '../../lib/session/session.tsx';
import { usePurchase } from '../payments/use-purchase.ts';
import { PlanButton } from './plan-button.tsx';
import { PlanCard } from './plan-card.tsx';
import classes from './plan-cards.module.css';
import { choiceOf } from './plan-choice.ts';
import { PLAN_OFFERS } from './plan-offers.ts';
import { useContinuedPurchase } from './use-continued-purchase.ts';

/** Plan cards, each with the button for the present visitor (R-plans-2). */
export function PlanCards() {
  const { status } = useSession();
  const actor = useActor();
  const purchase = usePurchase();
  useContinuedPurchase(purchase.start);
  const ownPlan = actor && planOfRole(actor.role);

  return (
    <div className={classes.page}>
      <div className={classes.words}>
        <Title order={1}>Choose Your Plan</Title>
        <Text c="dimmed" size="lg">
          Start free, and upgrade when you need more.
        </Text>
        <Text c="dimmed">All prices are in INR.</Text>
      </div>
      <div className={classes.cards} data-pending={status === 'loading' || undefined}>
        {PLAN_OFFERS.map((offer) => (
          <PlanCard
            key={offer.plan}
            offer={offer}
            mark={
              offer.plan === ownPlan &&
              ownPlan === 'premium' && (
                <Badge variant="light" tt="none">
                  Your plan
                </Badge>
              )
            }
          >
            <div className={classes.choice}>
              <PlanButton
                plan={offer.plan}
                choice={choiceOf(actor, offer.plan)}
                busy={purchase.busy}
                onBuy={purchase.start}
              />
            </div>
          </PlanCard>
        ))}
      </div>
      {actor?.role === 'admin' && <Note>Administrators already have every feature.</Note>}
      {actor?.role === 'user' && !can(actor, 'payments.create-order') && (
        <Note>Payments cannot be made while impersonating.</Note>
      )}
    </div>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text ta="center" c="dimmed">
      {children}
    </Text>
  );
}
