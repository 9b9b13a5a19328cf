import { exportAuditLog, listAuditLog } from '@anupalan/contract/audit-log';
import type { FastifyInstance } from 'fastify';
import { streamCsv } from '../../platform/files/csv.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { recordExport } from './commands.ts';
import { AUDIT_COLUMNS, presentAuditLine } from './present.ts';
import { listAuditEntries, requireDaysInOrder, streamAuditEntries } from './queries.ts';

export function registerAuditLogRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  serve(app, database, listAuditLog, async ({ query }) => {
    requireDaysInOrder(query);
    return { status: 'success', data: await listAuditEntries(db, query) };
  });

  serve(app, database, exportAuditLog, async ({ session, query, request, reply }) => {
    requireDaysInOrder(query);
    await recordExport(db, session, query);
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', 'attachment; filename="audit-log.csv"');
    return streamCsv(streamAuditEntries(db, query), AUDIT_COLUMNS, presentAuditLine, request.log);
  });
}
