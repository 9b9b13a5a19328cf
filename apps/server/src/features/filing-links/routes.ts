import * as contract from '@anupalan/contract/connections/filing-links';
import { mayWait, requiresEvidence } from '@anupalan/domain/assignments';
import { todayInIndia, toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSession } from '../../identity/read-session.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { limitPublicCalls } from '../../platform/http/rate-limits.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { requireItemOf } from '../tracker/require-item.ts';
import { changePolicy } from './commands.ts';
import { fileByLink } from './commands-file.ts';
import { readPolicy, requireLink } from './queries.ts';

export function registerFilingLinkRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  serve(app, database, contract.readFilingPolicy, async ({ session }) => {
    return { status: 'success', data: await readPolicy(db, session.workspaceId) };
  });

  serve(app, database, contract.changeFilingPolicy, async ({ session, body: { allowed } }) => {
    await changePolicy(db, session, allowed);
    return { status: 'success', data: { allowed } };
  });

  app.register(async (limited) => {
    limitPublicCalls(limited);
    registerMailedLinks(limited, services);
  });
}

/** The calls of who has a mailed link and nothing else: its secret is in the body alone (R-filing-links-2). */
function registerMailedLinks(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, contract.previewFiling, async ({ body, request }) => {
    await refuseImpersonation(database, request);
    const link = await requireLink(db, body.token);
    const { session: view, firstName, lastName, companyId, companyName, itemId, title, act } = link;
    const { days, lines } = await requireItemOf(database, { view, today: todayInIndia(now()) }, itemId);
    const day = Temporal.PlainDate.from(link.day);
    const moved = days.within({ from: day, to: day }).moved.find((one) => one.day.equals(day));
    return {
      status: 'success',
      data: {
        person: { firstName, lastName },
        ...{ companyId, companyName, itemId, title, act },
        day: toIsoMidnight(day),
        legalDay: toIsoMidnight(moved?.legal ?? day),
        isChecked: mayWait('done', lines, [view.userId]),
        evidenceRequired: requiresEvidence(lines),
        expiresAt: link.expiresAt.toISOString(),
      },
    };
  });

  serve(app, database, contract.fileByMail, async ({ body, request }) => {
    await refuseImpersonation(database, request);
    return { status: 'success', data: { outcome: await fileByLink(database, body, todayInIndia(now())) } };
  });
}

/** A link is a person's own: nobody uses it who is signed in in somebody's name (R-filing-links-5). */
async function refuseImpersonation(database: Database, request: FastifyRequest): Promise<void> {
  const session = await readSession(database, request);
  if (session?.impersonatorId) throw new AppError('forbidden', 'Links of mails cannot be used while impersonating');
}
