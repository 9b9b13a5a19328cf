import type { StatusReport } from '@anupalan/contract/people/reports';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { addMonths, nameMonth, wholePercent } from '@anupalan/domain/reports/report-words';
import { useEffect, useId } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import classes from './report.module.css';
import { OpenBefore, ReportLines, WhatComes } from './report-lines.tsx';

/** Report as it is read and printed: who it is about, its figures, then its acts (R-reports-2). */
export function ReportSheet({ report }: { report: StatusReport }) {
  const { companyName, month, madeOn, preparedBy, due, next, before } = report;
  const { name, company, email, phone } = preparedBy;
  const today = Temporal.PlainDate.from(madeOn.slice(0, 10));
  useRunningHead(`${companyName} · ${nameMonth(month)}`);
  return (
    <article className={classes.report} aria-labelledby="report-title">
      <header className={classes.head}>
        <div>
          <p className={classes.kind}>Status report</p>
          <h1 id="report-title" className={classes.client}>
            {companyName}
          </h1>
          <p className={classes.of}>{nameMonth(month)}</p>
        </div>
        <address className={classes.preparer}>
          <span className={classes.dim}>Prepared by</span>
          <strong>{name}</strong>
          {company && <span>{company}</span>}
          <a href={`mailto:${email}`}>{email}</a>
          {phone && <a href={`tel:${phone}`}>{phone}</a>}
          <span className={classes.dim}>on {formatIsoDay(madeOn)}</span>
        </address>
      </header>
      <Figures report={report} />
      {due.length === 0 && <p className={classes.nothing}>Nothing was due in {nameMonth(month)}.</p>}
      {due.map(({ actId, act, lines }) => (
        <Part key={actId} title={act}>
          <ReportLines lines={lines} today={today} />
        </Part>
      ))}
      <Part title={`What comes in ${nameMonth(addMonths(month, 1))}`}>
        {next.length === 0 ? <p className={classes.nothing}>Nothing falls due.</p> : <WhatComes next={next} />}
      </Part>
      {before.length > 0 && (
        <Part title="Open from before">
          <OpenBefore before={before} today={today} />
        </Part>
      )}
      <footer className={classes.foot}>
        {companyName} · {nameMonth(month)} · prepared by {name} with Anupalan
      </footer>
    </article>
  );
}

/** Says at the head of each printed page after the first what it belongs to. */
function useRunningHead(text: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--report-name', JSON.stringify(text));
    return () => void style.removeProperty('--report-name');
  }, [text]);
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Figures({ report: { standing, onTime, closedWithEvidence: proven } }: { report: StatusReport }) {
  const percent = wholePercent(onTime);
  const due = standing.settled + standing.waiting + standing.late + standing.open;
  const figures = [
    { label: 'Due', value: due, tone: 'neutral' },
    { label: 'Settled', value: standing.settled, tone: 'good' },
    { label: 'To be checked', value: standing.waiting, tone: 'waiting' },
    { label: 'Late', value: standing.late, tone: 'bad' },
    { label: 'Still to come', value: standing.open, tone: 'neutral' },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, tone }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd data-tone={value === 0 ? 'neutral' : tone}>{value}</dd>
        </div>
      ))}
      <div className={classes.figure}>
        <dt>On time</dt>
        <dd>
          {percent === null ? <span className={classes.share}>Nothing yet</span> : `${percent} %`}
          {percent !== null && (
            <span className={classes.share}>
              {onTime.done} of {onTime.of}
            </span>
          )}
        </dd>
      </div>
      {proven.done > 0 && (
        <div className={classes.figure}>
          <dt>Closed with evidence</dt>
          <dd>
            {wholePercent(proven)} %
            <Link to="/company/closed" className={classes.share}>
              {proven.done} of {proven.of}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}
