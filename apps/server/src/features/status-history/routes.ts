import { addNote, deleteNote, listStatusHistory, updateNote, updateStatus } from '@anupalan/contract/status-history';
import { NOTE } from '@anupalan/domain/statuses';
import type { FastifyInstance } from 'fastify';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import type { Services } from '../../services.ts';
import { namedFiles } from '../evidence/named-files.ts';
import { serveAboutItem } from '../tracker/serve-about-item.ts';
import * as commands from './commands.ts';
import { readStatusHistory, readStatusPage } from './queries.ts';
import { registerManyStatusesRoutes } from './routes-many.ts';

export function registerStatusHistoryRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { db, pool } = database;
  registerManyStatusesRoutes(app, services);

  serveAboutItem(app, services, updateStatus, {
    permit: ({ session, body }) => requirePermission(session, 'status-history.record', body.status),
    answer: async ({ acting, itemId, days, lines, itemDays, body: { userId: _, forDate, note = '', ...said } }) => {
      const evidence = namedFiles(config, said.evidence);
      const record = { ...said, evidence, itemId, day: itemDays.nominalDayOf(forDate), note, lines };
      const statusHistory = await commands.addRecord(database, acting, record, days);
      return { status: 'success', message: 'Status updated successfully', data: { statusHistory } };
    },
  });

  serveAboutItem(app, services, addNote, {
    permit: ({ session }) => requirePermission(session, 'status-history.add-note'),
    answer: async ({ acting, itemId, days, lines, itemDays, body: { forDate, note } }) => {
      const record = { itemId, day: itemDays.nominalDayOf(forDate), status: NOTE, note, lines } as const;
      const statusHistory = await commands.addRecord(database, acting, record, days);
      return { status: 'success', message: 'Note added successfully', data: { statusHistory } };
    },
  });

  serveAboutItem(app, services, updateNote, {
    permit: ({ session }) => requireNoteEditor(session),
    answer: async ({ view, acting, itemId, days, params, body }) => {
      const day = await commands.changeNote(db, acting, { itemId, noteId: params.noteId, text: body.note });
      const { entries: statusHistory } = await readStatusHistory(pool, view, { itemId, day, days });
      return { status: 'success', message: 'Note updated successfully', data: { statusHistory } };
    },
  });

  serveAboutItem(app, services, deleteNote, {
    permit: ({ session }) => requireNoteEditor(session),
    answer: async ({ view, acting, itemId, days, params }) => {
      const day = await commands.deleteNote(db, acting, { itemId, noteId: params.noteId });
      const { entries: statusHistory } = await readStatusHistory(pool, view, { itemId, day, days });
      return { status: 'success', message: 'Note deleted successfully', data: { statusHistory } };
    },
  });

  serveAboutItem(app, services, listStatusHistory, {
    permit: ({ session }) => requirePermission(session, 'status-history.read'),
    answer: async ({ view, itemId, query }) => {
      return { status: 'success', data: await readStatusPage(database, view, { itemId, page: query.page }) };
    },
  });
}

/** Refuses free users with the invitation to Premium, as everywhere in Status Tracking (R-statuses-6). */
function requireNoteEditor(session: Session): void {
  requirePermission(session, 'status-history.add-note');
  requirePermission(session, 'status-history.change-note');
}
