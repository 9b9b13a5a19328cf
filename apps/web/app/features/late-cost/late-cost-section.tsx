import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { DetailsSection } from '../../ui/details-section.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import type { LateSubject } from './calls.ts';
import type { Delay } from './late-payment.ts';

const LateCostPanel = lazy(() => import('./late-cost-panel.tsx'));

type Props = {
  subject: LateSubject;
  /** Delay to begin with; null while the section is closed. */
  delay: Delay | null;
  onOpen: () => void;
};

/** What a late payment or filing costs; its form is loaded when somebody asks (R-law-9). */
export function LateCostSection({ subject, delay, onOpen }: Props) {
  return (
    <DetailsSection title="What late costs">
      {delay ? (
        <Suspense fallback={<LoadingPanel what="calculator" failed={false} onRetry={() => {}} />}>
          <LateCostPanel key={`${delay.amount} ${delay.dueOn} ${delay.paidOn}`} subject={subject} delay={delay} />
        </Suspense>
      ) : (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCalculator size={16} stroke={1.7} aria-hidden />}
          onClick={onOpen}
        >
          Compute interest and fees
        </Button>
      )}
    </DetailsSection>
  );
}
