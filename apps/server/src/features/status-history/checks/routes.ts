import { approveBatch, approveCheck, listChecks, returnBatch, returnCheck } from '@anupalan/contract/people/checks';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../serve.ts';
import type { Services } from '../../../services.ts';
import type { CheckedRecords } from './checked-records.ts';
import { decideBatch, decideCheck } from './commands-decide.ts';
import { readChecks } from './queries.ts';

/** @param ofDuties what is done where the records of duties are kept */
export function registerCheckRoutes(app: FastifyInstance, { database, now }: Services, ofDuties: CheckedRecords): void {
  const { db } = database;

  serve(app, database, listChecks, async ({ session, query }) => {
    return { status: 'success', ...(await readChecks(db, session, { ...query, today: todayInIndia(now()) })) };
  });

  serve(app, database, approveCheck, async ({ session, params, body: { note = '' } }) => {
    const decision = { outcome: 'approved', text: note } as const;
    await decideCheck(db, session, { id: params.recordId, decision, today: todayInIndia(now()) }, ofDuties);
    return { status: 'success', message: 'Record approved' };
  });

  serve(app, database, returnCheck, async ({ session, params, body: { reason } }) => {
    const decision = { outcome: 'returned', text: reason } as const;
    await decideCheck(db, session, { id: params.recordId, decision, today: todayInIndia(now()) }, ofDuties);
    return { status: 'success', message: 'Record returned' };
  });

  serve(app, database, approveBatch, async ({ session, params, body: { note = '' } }) => {
    const decision = { outcome: 'approved', text: note } as const;
    const { batchId } = params;
    const data = await decideBatch(db, session, { batchId, decision, today: todayInIndia(now()) }, ofDuties);
    return { status: 'success', message: 'Records approved', data };
  });

  serve(app, database, returnBatch, async ({ session, params, body: { reason } }) => {
    const decision = { outcome: 'returned', text: reason } as const;
    const { batchId } = params;
    const data = await decideBatch(db, session, { batchId, decision, today: todayInIndia(now()) }, ofDuties);
    return { status: 'success', message: 'Records returned', data };
  });
}
