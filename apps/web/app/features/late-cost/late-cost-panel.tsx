import type { LateCostLine } from '@anupalan/contract/law/late-cost';
import { isBefore } from '@anupalan/domain/calendar-day';
import { Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useToday } from '../../lib/time/clock.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { Columns } from '../../ui/columns.tsx';
import { DayInput } from '../../ui/forms/day-input.tsx';
import { type LateSubject, useLateCost } from './calls.ts';
import { LateCostResult } from './late-cost-result.tsx';
import { type Delay, faultOfAmount, faultOfSince, toQuery, toQueryOfRules } from './late-payment.ts';

/** Pause in typing after which the answer is asked for. */
const PAUSE_MS = 300;

/** Amount and days, answered as they are typed. */
export default function LateCostPanel({ subject, delay }: { subject: LateSubject; delay: Delay }) {
  const today = useToday();
  const [typed, setTyped] = useState(delay);
  const amountInput = useRef<HTMLInputElement>(null);
  useEffect(() => amountInput.current?.focus(), []);
  const change = (part: Partial<Delay>) => setTyped((before) => ({ ...before, ...part }));
  const { amount, dueOn, paidOn, since } = typed;
  const fault = amount.trim() === '' ? null : faultOfAmount(amount);
  // Nothing costs nothing; but which rules are known can be said before an amount is typed.
  const rules = useLateCost(subject, toQueryOfRules(typed));
  const sinceWhat = rules.data?.lines.find(({ countedFrom }) => countedFrom !== 'due-date')?.countedFrom;
  const counted = sinceWhat ? typed : { ...typed, since: null };
  const sinceFault = faultOfSince(counted);
  const [asked] = useDebouncedValue(toQuery(counted), PAUSE_MS);
  const cost = useLateCost(subject, asked);
  const shown = rules.data?.lines.length === 0 ? rules : asked ? cost : null;
  useFailureToast(cost.error, 'Failed to compute what late costs');
  const isInTime = dueOn && paidOn && !isBefore(dueOn, paidOn);

  return (
    <Stack gap="sm">
      <Columns wide={sinceWhat ? 2 : 3} from="xs" spacing="sm">
        <TextInput
          ref={amountInput}
          label="Amount"
          inputMode="decimal"
          leftSection="₹"
          value={amount}
          error={fault}
          onChange={({ currentTarget }) => change({ amount: currentTarget.value })}
        />
        <DayInput label="Due on" value={dueOn} onChange={(day) => change({ dueOn: day })} />
        <DayInput label="Paid on" value={paidOn} onChange={(day) => change({ paidOn: day })} />
        {sinceWhat && (
          <DayInput
            label={SINCE[sinceWhat].label}
            description={SINCE[sinceWhat].hint}
            value={since}
            error={sinceFault}
            onChange={(day) => change({ since: day })}
          />
        )}
      </Columns>
      {isInTime && (
        <Text size="sm" c="dimmed">
          Paid by the due day, nothing is owed.
        </Text>
      )}
      {shown?.data ? (
        <LateCostResult
          cost={shown.data}
          stale={shown.isPlaceholderData}
          ahead={dueOn !== null && !isBefore(dueOn, today)}
        />
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {asked && cost.isPending && 'Computing…'}
          {!asked && !sinceFault && 'Enter what was due: the tax, the contributions or the wages.'}
        </Text>
      )}
    </Stack>
  );
}

const BY_LAW = 'Left empty: the first of the month before';

/** The day that rules count from, where that isn't the due day. */
const SINCE: Readonly<Record<LateCostLine['countedFrom'], { label: string; hint?: string }>> = {
  'due-date': { label: 'Due on' },
  'payable-date': { label: 'Payable since' },
  'deduction-date': { label: 'Tax deducted on', hint: BY_LAW },
  'deductible-date': { label: 'Tax to be deducted on', hint: BY_LAW },
};
