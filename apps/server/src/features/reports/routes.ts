import { MONTH_FAULT, mailStatusReport, readStatusReport, type StatusReport } from '@anupalan/contract/people/reports';
import { storedDay, todayInIndia, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { hasReport } from '@anupalan/domain/reports/month-report';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { versionsOf } from '../tracker/versions.ts';
import { describeMailed, mailSheet } from './commands.ts';
import { composeReportMail } from './emails.ts';
import { presentReport } from './present.ts';
import { readReport } from './queries.ts';

export function registerReportRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const inMemory = CatalogueInMemory.of(database.db);

  const report = async (session: Session, request: FastifyRequest, month: string | undefined) => {
    const today = todayInIndia(now());
    const first = month === undefined ? today.with({ day: 1 }) : Temporal.PlainDate.from(`${month}-01`);
    if (!hasReport(first, today)) throw new AppError('invalid', MONTH_FAULT, { faults: { month: MONTH_FAULT } });
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    return presentReport(await readReport(database, { session, catalogue, today, first }));
  };

  serve(app, database, readStatusReport, async ({ session, query, request }) => {
    return { status: 'success', data: await report(session, request, query.month) };
  });

  serve(app, database, mailStatusReport, async ({ session, body, request }) => {
    const { month, message = '' } = body;
    const sheet = {
      plural: 'status reports' as const,
      month: toIsoMidnight(storedDay(`${month}-01`)),
      read: () => report(session, request, month),
      compose: (addresses: readonly string[], made: StatusReport) =>
        Promise.all(addresses.map((address) => composeReportMail(address, made, message))),
    };
    const to = await mailSheet(services, session, sheet, body.to);
    return { status: 'success', message: describeMailed('report', to), data: { to } };
  });
}
