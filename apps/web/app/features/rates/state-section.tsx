import {
  describeIncome,
  describeWelfareFund,
  formatRate,
  nameOfMonth,
  PER_PERIOD,
} from '@anupalan/domain/parameters/describe';
import type { Slab } from '@anupalan/domain/parameters/professional-tax';
import { splitSources } from '../../lib/text/split-sources.ts';
import classes from './rates.module.css';
import type { FundRow, StateRates, TaxRow } from './shipped-rates.ts';

/** Anchor of a state's section. */
export function idOfState(state: string): string {
  return state.toLowerCase().replaceAll(' ', '-');
}

/** Rates of one state with their sources (R-law-14). */
export function StateSection({ state, taxes, funds }: StateRates) {
  const id = idOfState(state);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.state} data-rates-of={state}>
      <h2 id={`${id}-title`} className={classes.heading}>
        {state}
      </h2>
      {taxes.map((row) => (
        <TaxTable key={row.validFrom} row={row} />
      ))}
      {funds.map((row) => (
        <FundFacts key={`${row.key} ${row.validFrom}`} row={row} />
      ))}
    </section>
  );
}

const PERIOD_INCOME = { monthly: 'month', 'half-yearly': 'half-year', yearly: 'year' } as const;

function TaxTable({ row }: { row: TaxRow }) {
  const { value } = row;
  return (
    <div className={classes.rate} data-tax={JSON.stringify(value)} {...validityOf(row)}>
      <h3 className={classes.subheading}>Professional tax</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Income of a {PERIOD_INCOME[value.period]}</th>
            <th scope="col">Tax {PER_PERIOD[value.period]}</th>
          </tr>
        </thead>
        <tbody>
          {value.slabs.map((slab) => (
            <tr key={`${slab.gender} ${slab.from} ${slab.month}`}>
              <td>{describeSlab(slab)}</td>
              <td>{slab.tax === 0 ? 'Nothing' : formatRate(slab.tax)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {value.condition && <p className={classes.words}>{value.condition}</p>}
      <Provenance row={row} />
    </div>
  );
}

function describeSlab(slab: Slab): string {
  const income = describeIncome(slab);
  const whose = slab.gender === null ? income : `${slab.gender === 'male' ? 'Men' : 'Women'}, ${income}`;
  const words = slab.month === null ? whose : `${whose}, in ${nameOfMonth(slab.month)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const PAID = { monthly: 'every month', 'half-yearly': 'every half-year', yearly: 'once a year' } as const;

function FundFacts({ row }: { row: FundRow }) {
  const { value, minEmployees, wageLimit, excluded } = row;
  const shares = describeWelfareFund(value);
  return (
    <div className={classes.rate} data-fund={JSON.stringify({ ...value, fund: row.fund })} {...validityOf(row)}>
      <h3 className={classes.subheading}>{row.fund}</h3>
      <p className={classes.words}>
        <strong>{shares.charAt(0).toUpperCase() + shares.slice(1)}</strong>, paid {PAID[value.paid]}.
        {value.employerMinimum !== null && ` The employer pays ${formatRate(value.employerMinimum)} at least.`}
        {minEmployees > 1 && ` From ${minEmployees} employees on.`}
        {wageLimit !== null && ` For wages of up to ${formatRate(wageLimit)} a month.`}
        {excluded && ` Not for: ${excluded.charAt(0).toLowerCase()}${excluded.slice(1)}.`}
      </p>
      <Provenance row={row} />
    </div>
  );
}

function validityOf({ key, validFrom, validUntil, lastChecked }: TaxRow | FundRow) {
  return { 'data-validity': JSON.stringify({ key, validFrom, validUntil, lastChecked }) };
}

const CONFIDENCE = {
  high: 'High confidence: two sources, or the text of the law or rule.',
  medium: 'Medium confidence: one source, or sources that disagree.',
  low: 'To be verified: a weak, draft or old source.',
} as const;

function Provenance({ row }: { row: TaxRow | FundRow }) {
  const since = row.validFrom === null ? 'Start not known' : `Since ${toDay(row.validFrom)}`;
  const until = row.validUntil === null ? '' : ` until ${toDay(row.validUntil)}`;
  return (
    <>
      <p className={classes.basis}>
        {since}
        {until} · {row.legalBasis} · checked on {toDay(row.lastChecked)}
      </p>
      <p className={classes.confidence} data-confidence={row.confidence}>
        {CONFIDENCE[row.confidence]}
      </p>
      {row.notes && <p className={classes.notes}>{row.notes}</p>}
      <ul className={classes.sources}>
        {splitSources(row.source).map(({ name, url }) => (
          <li key={name}>{url ? <a href={url}>{name}</a> : name}</li>
        ))}
      </ul>
    </>
  );
}

/** Day as people read it, from an ISO one (R-due-dates-8). */
function toDay(iso: string): string {
  return iso.split('-').reverse().join('/');
}
