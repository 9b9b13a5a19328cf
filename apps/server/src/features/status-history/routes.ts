import {
  addNote,
  deleteNote,
  listStatusHistory,
  takeBackStatus,
  takeBackStatuses,
  updateNote,
  updateStatus,
  updateStatuses,
} from '@anupalan/contract/status-history';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { NOTE } from '@anupalan/domain/statuses';
import type { FastifyInstance } from 'fastify';
import { actFor, requirePermission, type Session } from '../../identity/sessions.ts';
import { type Answer, JsonText, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { chooseDays } from '../tracker/choose-days.ts';
import type { Acting } from '../tracker/commands.ts';
import { serveAboutItem } from '../tracker/serve-about-item.ts';
import * as commands from './commands.ts';
import { recordMany, takeManyBack } from './commands-many.ts';
import { takeBack } from './commands-take-back.ts';
import { readStatusHistory, readStatusPage } from './queries.ts';

export function registerStatusHistoryRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db, pool } = database;

  serveAboutItem(app, services, updateStatus, {
    permit: ({ session, body }) => requirePermission(session, 'status-history.record', body.status),
    answer: async ({ acting, itemId, days, body: { forDate: day, status, note = '' } }) => {
      const statusHistory = await commands.addRecord(database, acting, { itemId, day, status, note }, days);
      return asText({ status: 'success', message: 'Status updated successfully', data: { statusHistory } });
    },
  });

  serve(app, database, updateStatuses, async ({ session, body }) => {
    const outcomes = await recordMany(database, await actingFor(session, body.userId), body.entries);
    return { status: 'success', message: 'Statuses recorded', data: outcomes };
  });

  serve(app, database, takeBackStatus, async ({ session, params, query }) => {
    const acting = await actingFor(session, query.userId);
    const days = chooseDays(query, todayUtc(now()));
    const { itemId, day } = await takeBack(db, acting, params.id);
    const { entries: statusHistory } = await readStatusHistory(pool, acting.view, { itemId, day, days });
    return { status: 'success', message: 'Taken back', data: { complianceId: itemId, statusHistory } };
  });

  serve(app, database, takeBackStatuses, async ({ session, body }) => {
    const outcomes = await takeManyBack(database, await actingFor(session, body.userId), body.ids);
    return { status: 'success', message: 'Taken back', data: outcomes };
  });

  async function actingFor(session: Session, userId = session.userId): Promise<Acting> {
    return { view: await actFor(db, session, userId), by: session };
  }

  serveAboutItem(app, services, addNote, {
    permit: ({ session }) => requirePermission(session, 'status-history.add-note'),
    answer: async ({ acting, itemId, days, body: { forDate: day, note } }) => {
      const statusHistory = await commands.addRecord(database, acting, { itemId, day, status: NOTE, note }, days);
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

/** The answer of the commonest write as text: its shape is known here, so that it isn't checked once more. */
function asText(answer: Answer<typeof updateStatus>): JsonText {
  return new JsonText(JSON.stringify(answer));
}

/** Refuses free users with the invitation to Premium, as everywhere in Status Tracking (R-statuses-6). */
function requireNoteEditor(session: Session): void {
  requirePermission(session, 'status-history.add-note');
  requirePermission(session, 'status-history.change-note');
}
