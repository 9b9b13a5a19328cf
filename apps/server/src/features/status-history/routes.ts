import { addNote, deleteNote, listStatusHistory, updateNote, updateStatus } from '@anupalan/contract/status-history';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { NOTE } from '@anupalan/domain/statuses';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/serve.ts';
import { actFor, actorOf, type Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { requireItem } from '../compliance-items/queries.ts';
import * as commands from './commands.ts';
import { chooseDays, readStatusHistory, readStatusPage } from './queries.ts';

export function registerStatusHistoryRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db, pool } = database;

  serve(app, database, updateStatus, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId);
    if (!can(actorOf(session), 'status-history.record', body.status)) throw upgradeNeeded();
    const days = chooseDays(query, todayUtc(now()));
    const entry = { itemId: params.id, day: body.forDate };
    await requireItem(database, view, entry.itemId);
    await commands.addRecord(database, { view, by: session }, { ...entry, status: body.status, note: body.note ?? '' });
    return {
      status: 'success',
      message: 'Status updated successfully',
      data: { statusHistory: await readStatusHistory(pool, view, { ...entry, days }) },
    };
  });

  serve(app, database, addNote, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    requirePermission(session, 'status-history.add-note');
    const days = chooseDays(query, todayUtc(now()));
    const entry = { itemId: params.id, day: body.forDate };
    await requireItem(database, view, entry.itemId);
    await commands.addRecord(database, { view, by: session }, { ...entry, status: NOTE, note: body.note });
    return {
      status: 'success',
      message: 'Note added successfully',
      data: { statusHistory: await readStatusHistory(pool, view, { ...entry, days }) },
    };
  });

  serve(app, database, updateNote, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    requireNoteEditor(session);
    const days = chooseDays(query, todayUtc(now()));
    const note = { itemId: params.id, noteId: params.noteId };
    await requireItem(database, view, note.itemId);
    const day = await commands.changeNote(db, { view, by: session }, { ...note, text: body.note });
    return {
      status: 'success',
      message: 'Note updated successfully',
      data: { statusHistory: await readStatusHistory(pool, view, { itemId: note.itemId, day, days }) },
    };
  });

  serve(app, database, deleteNote, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    requireNoteEditor(session);
    const days = chooseDays(query, todayUtc(now()));
    const note = { itemId: params.id, noteId: params.noteId };
    await requireItem(database, view, note.itemId);
    const day = await commands.deleteNote(db, { view, by: session }, note);
    return {
      status: 'success',
      message: 'Note deleted successfully',
      data: { statusHistory: await readStatusHistory(pool, view, { itemId: note.itemId, day, days }) },
    };
  });

  serve(app, database, listStatusHistory, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    requirePermission(session, 'status-history.read');
    await requireItem(database, view, params.id);
    return { status: 'success', data: await readStatusPage(pool, view, { itemId: params.id, page: query.page }) };
  });
}

/** What free users are told of the rest of Status Tracking (decisions, section 5). */
function upgradeNeeded(): AppError {
  return new AppError('forbidden', 'Upgrade to Premium to use this status');
}

function requirePermission(session: Session, action: 'status-history.add-note' | 'status-history.read'): void {
  if (!can(actorOf(session), action)) throw upgradeNeeded();
}

function requireNoteEditor(session: Session): void {
  requirePermission(session, 'status-history.add-note');
  if (!can(actorOf(session), 'status-history.change-note')) {
    throw new AppError('forbidden', 'Only administrators can do this');
  }
}
