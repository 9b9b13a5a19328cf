import { Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { operateRates } from './operate-rates.ts';
import classes from './rates.module.css';
import { RatesCalculator } from './rates-calculator.tsx';
import { listShippedRates } from './shipped-rates.ts';
import { idOfState, StateSection } from './state-section.tsx';

const RATES = listShippedRates();

/**
 * Professional tax and welfare funds by state (R-law-14). It is the same in the application and without it: what is
 * chosen and typed is operated on the elements, whose tables are what is computed with.
 */
export function Rates() {
  const page = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever comes here again comes with another address
  useEffect(() => {
    const ended = new AbortController();
    if (page.current) operateRates(page.current, ended.signal);
    return () => ended.abort();
  }, [key]);
  return (
    <div ref={page} className={classes.page} data-rates="">
      <header>
        <Title order={1}>Rates</Title>
        <Text c="dimmed" mt={6} maw={680}>
          Professional tax and labour welfare funds by state: what is taken from a salary, what the employer adds, since
          when, and where it says so. For information, not legal advice.
        </Text>
      </header>
      <RatesCalculator states={RATES.map(({ state }) => state)} />
      <nav aria-label="States" className={classes.states}>
        {RATES.map(({ state }) => (
          <a key={state} href={`/rates?state=${encodeURIComponent(state)}#${idOfState(state)}`} data-state={state}>
            {state}
          </a>
        ))}
        <a href="/rates" data-state="">
          Show all states
        </a>
      </nav>
      {RATES.map((rates) => (
        <StateSection key={rates.state} {...rates} />
      ))}
      <Text size="sm" c="dimmed">
        Other states: no professional tax and no labour welfare fund is known, or sources disagree on whether there is
        one.
      </Text>
    </div>
  );
}
