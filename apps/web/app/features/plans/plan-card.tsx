import { Badge, List, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { IconDisc } from '../../ui/icon-disc.tsx';
import classes from './plan-card.module.css';
import type { PlanOffer } from './plan-offers.ts';

type Props = {
  offer: PlanOffer;
  /** Badge beside the name. */
  mark?: ReactNode;
  /** Button of the card. */
  children: ReactNode;
};

export function PlanCard({ offer, mark, children }: Props) {
  const headingId = useId();
  return (
    <section className={classes.card} data-popular={offer.plan === 'premium' || undefined} aria-labelledby={headingId}>
      <div className={classes.heading}>
        <Title order={2} size="h3" id={headingId}>
          {offer.name}
        </Title>
        {offer.plan === 'premium' && (
          <Badge variant="filled" tt="none">
            Most Popular
          </Badge>
        )}
        {mark}
      </div>
      <p className={classes.price}>
        <span className={classes.amount}>{offer.price}</span> <span className={classes.terms}>{offer.terms}</span>
      </p>
      {children}
      <List
        spacing={10}
        center
        icon={
          <IconDisc size={22}>
            <IconCheck size={14} stroke={2.4} aria-hidden />
          </IconDisc>
        }
      >
        {offer.features.map((feature) => (
          <List.Item key={feature}>
            <Text span>{feature}</Text>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
