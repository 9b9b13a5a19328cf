import { Badge } from '@mantine/core';
import classes from './example-month.module.css';

type Row = { title: string; rule: string; day: number; status: 'Done' | 'Pending' };

/** Obligations of the shipped catalogue in an example December. */
const ROWS: readonly Row[] = [
  { title: 'Pay monthly wages', rule: 'Code on Wages', day: 7, status: 'Done' },
  { title: 'TDS on salary: deposit tax deducted in November', rule: 'Income-tax', day: 7, status: 'Done' },
  { title: 'EPF: file ECR and pay contributions', rule: 'Provident fund', day: 15, status: 'Pending' },
  { title: 'ESI: file and pay monthly contribution', rule: 'State insurance', day: 15, status: 'Pending' },
];

const TODAY = 11;
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** Picture of the product for the landing page: a month as a strip of days with what is due. */
export function ExampleMonth() {
  return (
    <figure className={classes.card} aria-label="An example month in Anupalan">
      <div className={classes.header}>
        <span className={classes.month}>December</span>
        <span className={classes.progress}>2 of 4 done</span>
      </div>
      <div className={classes.strip} aria-hidden="true">
        {DAYS.map((day) => (
          <span key={day} className={classes.day} data-kind={kindOf(day)} />
        ))}
      </div>
      <div className={classes.scale} aria-hidden="true">
        <span>1</span>
        <span>7</span>
        <span>15</span>
        <span>31</span>
      </div>
      <ul className={classes.rows}>
        {ROWS.map((row) => (
          <li key={row.title} className={classes.row}>
            <div className={classes.what}>
              <span className={classes.title}>{row.title}</span>
              <span className={classes.rule}>{row.rule}</span>
            </div>
            <span className={classes.due}>{row.day} Dec</span>
            <Badge variant="light" className={classes.status} data-pending={row.status === 'Pending' || undefined}>
              {row.status}
            </Badge>
          </li>
        ))}
      </ul>
      <figcaption className={classes.caption}>An example month</figcaption>
    </figure>
  );
}

function kindOf(day: number): 'done' | 'pending' | 'today' | undefined {
  if (day === TODAY) return 'today';
  const due = ROWS.find((row) => row.day === day);
  return due && (due.status === 'Done' ? 'done' : 'pending');
}
