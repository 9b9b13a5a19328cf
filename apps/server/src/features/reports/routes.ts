import { MONTH_FAULT, mailStatusReport, readStatusReport } from '@anupalan/contract/people/reports';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { hasReport } from '@anupalan/domain/reports/month-report';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { VERSIONS_BESIDE_SESSION, versionsOf } from '../tracker/versions.ts';
import { mailReport } from './commands.ts';
import { presentReport } from './present.ts';
import { readReport } from './queries.ts';

export function registerReportRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const inMemory = CatalogueInMemory.of(database.db);
  const beside = VERSIONS_BESIDE_SESSION;

  const report = async (session: Session, request: FastifyRequest, month: string | undefined) => {
    const today = todayUtc(now());
    const first = month === undefined ? today.with({ day: 1 }) : Temporal.PlainDate.from(`${month}-01`);
    if (!hasReport(first, today)) throw new AppError('invalid', MONTH_FAULT, { faults: { month: MONTH_FAULT } });
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    return presentReport(await readReport(database, { session, catalogue, today, first }));
  };

  serve(
    app,
    database,
    readStatusReport,
    async ({ session, query, request }) => {
      return { status: 'success', data: await report(session, request, query.month) };
    },
    { beside },
  );

  serve(
    app,
    database,
    mailStatusReport,
    async ({ session, body, request }) => {
      const to = await mailReport(services, session, () => report(session, request, body.month), body);
      const message = `The report was mailed to ${to.length === 1 ? to[0] : `${to.length} addresses`}`;
      return { status: 'success', message, data: { to } };
    },
    { beside },
  );
}
