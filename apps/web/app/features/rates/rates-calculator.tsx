import { Title } from '@mantine/core';
import classes from './rates.module.css';

/**
 * Form of the calculator. Its elements keep what is typed by themselves, so that nothing is lost when the application
 * takes the page over; without JavaScript it leads to the state's address.
 */
export function RatesCalculator({ states }: { states: readonly string[] }) {
  return (
    <section aria-labelledby="calculator" className={classes.calculator}>
      <Title order={2} size="h4" id="calculator">
        Calculator
      </Title>
      <form action="/rates" data-calculator="" className={classes.form}>
        <label className={classes.field}>
          State
          <select name="state" className={classes.input}>
            <option value="">Choose a state</option>
            {states.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </select>
        </label>
        <label className={classes.field}>
          Income (₹)
          <input name="salary" inputMode="decimal" autoComplete="off" placeholder="30000" className={classes.input} />
        </label>
        <label className={classes.field}>
          On the day
          <input name="on" type="date" min="1900-01-01" max="2200-12-31" className={classes.input} />
        </label>
      </form>
      {/* The script writes into it before React comes, which keeps its words. */}
      <output className={classes.result} data-result="" suppressHydrationWarning>
        {'\u00a0'}
      </output>
    </section>
  );
}
