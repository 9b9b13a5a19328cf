import { isBefore } from '@anupalan/domain/calendar-day';
import { toPaise } from '@anupalan/domain/money';
import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { DayInput } from '../../ui/forms/day-input.tsx';
import { type TypedDelay, useLateCost } from './calls.ts';
import { LateCostResult } from './late-cost-result.tsx';
import type { Delay } from './late-payment.ts';

/** Pause in typing after which the answer is asked for. */
const PAUSE_MS = 300;

/** Amount and days, answered as they are typed. */
export default function LateCostPanel({ itemId, delay }: { itemId: string; delay: Delay }) {
  const [typed, setTyped] = useState(delay);
  const amountInput = useRef<HTMLInputElement>(null);
  useEffect(() => amountInput.current?.focus(), []);
  const change = (part: Partial<Delay>) => setTyped((before) => ({ ...before, ...part }));
  const { amount, dueOn, paidOn } = typed;
  const fault = amount.trim() === '' ? null : faultOfAmount(amount);
  const [asked] = useDebouncedValue(toQuery(typed), PAUSE_MS);
  const cost = useLateCost(itemId, asked);
  useFailureToast(cost.error, 'Failed to compute what late costs');
  const isInTime = dueOn && paidOn && !isBefore(dueOn, paidOn);

  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
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
      </SimpleGrid>
      {isInTime && (
        <Text size="sm" c="dimmed">
          Paid by the due day, nothing is owed.
        </Text>
      )}
      {asked && cost.data ? (
        <LateCostResult cost={cost.data} stale={cost.isPlaceholderData} />
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {asked && cost.isPending ? 'Computing…' : 'Enter what was due: the tax, the contributions or the wages.'}
        </Text>
      )}
    </Stack>
  );
}

function toQuery({ amount, dueOn, paidOn }: Delay): TypedDelay | null {
  if (!dueOn || !paidOn || faultOfAmount(amount) !== null) return null;
  return { amount: plain(amount), dueOn: dueOn.toString(), paidOn: paidOn.toString() };
}

function faultOfAmount(text: string): string | null {
  if (!/^\d+(\.\d+)?$/.test(plain(text))) return 'Please enter an amount in rupees';
  return toPaise(Number(plain(text))) === null ? 'Below ₹1,000 crore, with at most two decimals' : null;
}

/** Digits as the server reads them: people group them and write the sign. */
function plain(text: string): string {
  return text.replaceAll(/[\s,₹]/g, '');
}
