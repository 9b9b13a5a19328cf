import { formatRate, PER_PERIOD } from '@anupalan/domain/parameters/describe';
import { type Parameter, parameterOn } from '@anupalan/domain/parameters/parameter';
import { type ProfessionalTax, professionalTaxOfBoth } from '@anupalan/domain/parameters/professional-tax';
import { type WelfareFund, welfareShares } from '@anupalan/domain/parameters/welfare-fund';
import { readWrittenAmount } from '@anupalan/domain/written/amount';

import { readToday } from '../../lib/time/read-today.ts';

type Fund = WelfareFund & { readonly fund: string };

/**
 * Operates the page of rates, in the application and without it: shows the state that the address names or that is
 * chosen, and answers the calculator (R-law-14). All it knows is in the page.
 */
export function operateRates(page: HTMLElement, signal: AbortSignal): void {
  const form = page.querySelector<HTMLFormElement>('form[data-calculator]');
  const { state, salary, on } = { ...readFields(form) };
  if (!form || !state || !salary || !on) return;
  if (on.value === '') on.value = readToday();
  const show = () => {
    showState(page, state.value);
    write(page, state.value === '' ? '' : answer(page, { state: state.value, salary: salary.value, day: on.value }));
  };
  const choose = (name: string) => {
    state.value = name;
    const search = name === '' ? '' : `?state=${encodeURIComponent(name)}`;
    // The application's own state of this entry stays.
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}`);
    show();
  };
  page.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-state]');
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      choose(link.dataset.state ?? '');
    },
    { signal },
  );
  state.addEventListener('change', () => choose(state.value), { signal });
  form.addEventListener('input', show, { signal });
  form.addEventListener('submit', (event) => event.preventDefault(), { signal });
  state.value = new URLSearchParams(window.location.search).get('state') ?? '';
  // A state that the page doesn't have chooses none.
  if (state.selectedIndex < 0) state.value = '';
  show();
}

function readFields(form: HTMLFormElement | null) {
  if (!form) return null;
  const [state, salary, on] = [...form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input')];
  if (!(state instanceof HTMLSelectElement) || !(salary instanceof HTMLInputElement)) return null;
  return on instanceof HTMLInputElement ? { state, salary, on } : null;
}

/** Only the state that is chosen; all of them without one. */
function showState(page: HTMLElement, chosen: string): void {
  for (const section of page.querySelectorAll<HTMLElement>('[data-rates-of]')) {
    section.hidden = chosen !== '' && section.dataset.ratesOf !== chosen;
  }
  for (const link of page.querySelectorAll<HTMLElement>('a[data-state]')) {
    link.toggleAttribute('data-chosen', link.dataset.state === chosen);
  }
}

/** One text, so that React keeps it when it takes the page over. */
function write(page: HTMLElement, text: string): void {
  const output = page.querySelector('[data-result]');
  if (output) output.textContent = text || '\u00a0';
}

interface Asked {
  readonly state: string;
  readonly salary: string;
  /** ISO. */
  readonly day: string;
}

/** Answer in lines: professional tax, then each fund. */
function answer(page: HTMLElement, { state, salary, day }: Asked): string {
  const section = [...page.querySelectorAll<HTMLElement>('[data-rates-of]')].find(
    ({ dataset }) => dataset.ratesOf === state,
  );
  if (!section) return '';
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return 'Please choose a day.';
  const income = readAmount(salary);
  if (income === 'wrong') return 'Please enter an amount in rupees, such as 25000 or 25000.50';
  const taxes = readValues<ProfessionalTax>(section, 'tax');
  const funds = readValues<Fund>(section, 'fund');
  return [
    ...describe(taxes, day, 'Professional tax', (tax) => sayTax(tax, income, Number(day.slice(5, 7)))),
    ...describe(funds, day, 'Welfare fund', (fund) => sayFund(fund, income)),
  ].join('\n');
}

function readAmount(text: string): number | null | 'wrong' {
  if (text.trim() === '') return null;
  const read = readWrittenAmount(text);
  return 'rupees' in read && read.rupees < 1e10 ? read.rupees : 'wrong';
}

/** Values that the page was made with; they are trusted as its script is. */
function readValues<Value>(section: HTMLElement, kind: 'tax' | 'fund'): Parameter<Value>[] {
  return [...section.querySelectorAll<HTMLElement>(`[data-${kind}]`)].map(({ dataset }) => ({
    ...JSON.parse(dataset.validity ?? ''),
    value: JSON.parse(dataset[kind] ?? ''),
  }));
}

/** Line of each key on a day, with the value that was taken; or that there is none, and when there is. */
function describe<Value>(
  values: readonly Parameter<Value>[],
  day: string,
  what: string,
  say: (value: Value) => string,
): string[] {
  return [...new Set(values.map(({ key }) => key))].map((key) => {
    const taken = parameterOn(values, key, day);
    if (taken.parameter) {
      const { validFrom, lastChecked } = taken.parameter;
      const since = validFrom === null ? 'start not known' : `since ${toDay(validFrom)}`;
      const doubt = taken.certain ? '' : `, in use on ${toDay(lastChecked)}`;
      return `${say(taken.parameter.value)} (${since}${doubt})`;
    }
    if (taken.why === 'unknown-key') return `${what}: none is known.`;
    const known = taken.why === 'before' ? 'the first one known holds from' : 'the last one known ended on';
    return `${what}: none is known for ${toDay(day)}; ${known} ${toDay(taken.day)}.`;
  });
}

const INCOMES = { monthly: 'a month', 'half-yearly': 'a half-year', yearly: 'a year' } as const;

function sayTax(tax: ProfessionalTax, income: number | null, month: number): string {
  if (income === null) return `Professional tax goes by the income of ${INCOMES[tax.period]}: enter it`;
  const { men, women } = professionalTaxOfBoth(tax, { salary: income, month });
  const per = PER_PERIOD[tax.period];
  const say = (rupees: number) => (rupees === 0 ? 'nothing' : `${formatRate(rupees)} ${per}`);
  const words = men === women ? say(men) : `men ${say(men)}, women ${say(women)}`;
  return `Professional tax on ${formatRate(income)} ${per}: ${words}`;
}

function sayFund(fund: Fund, income: number | null): string {
  const shares = welfareShares(fund, income);
  if (!shares) return `${fund.fund} goes by the wages of ${INCOMES[fund.ratePeriod]}: enter them`;
  const { employee, employer } = shares;
  return `${fund.fund}: employee ${formatRate(employee)}, employer ${formatRate(employer)} ${PER_PERIOD[fund.ratePeriod]}`;
}

function toDay(iso: string): string {
  return iso.split('-').reverse().join('/');
}
