import * as establishments from '@anupalan/contract/applicability/establishments';
import * as facts from '@anupalan/contract/applicability/facts';
import * as items from '@anupalan/contract/applicability/items';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { Action } from '@anupalan/domain/permissions/table';
import type { FastifyInstance } from 'fastify';
import { actFor, actOn, requireCallPermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readConditions } from '../compliance-items/queries-catalogue.ts';
import type { Acting } from '../tracker/commands.ts';
import { itemNotFound, viewItem } from '../tracker/require-item.ts';
import * as commands from './commands-establishments.ts';
import { excludeItem, includeItem } from './commands-exclude.ts';
import { answerQuestions } from './commands-facts.ts';
import { listAnswers, listAskedKeys, listEstablishments, listExclusions } from './queries.ts';

export function registerApplicabilityRoutes(app: FastifyInstance, services: Services): void {
  registerEstablishmentRoutes(app, services);
  registerFactRoutes(app, services);
  registerExclusionRoutes(app, services);
}

function registerEstablishmentRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;
  const read = async ({ view: { workspaceId } }: Acting, id: string) => {
    const found = (await listEstablishments(db, workspaceId)).find(({ _id }) => _id === id);
    if (!found) throw commands.establishmentNotFound();
    return found;
  };

  serve(
    app,
    database,
    establishments.listEstablishments,
    async ({ session, query }) => {
      const acting = await act(db, session, query.userId, establishments.listEstablishments);
      return { status: 'success', data: await listEstablishments(db, acting.view.workspaceId) };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    establishments.createEstablishment,
    async ({ session, body }) => {
      const acting = await act(db, session, body.userId, establishments.createEstablishment);
      const id = await commands.addEstablishment(db, acting, body);
      return { status: 'success', message: 'Establishment added successfully', data: await read(acting, id) };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    establishments.updateEstablishment,
    async ({ session, params, body }) => {
      const acting = await act(db, session, body.userId, establishments.updateEstablishment);
      await commands.changeEstablishment(db, acting, params.id, body);
      return { status: 'success', message: 'Establishment updated successfully', data: await read(acting, params.id) };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    establishments.deleteEstablishment,
    async ({ session, params, query }) => {
      const acting = await act(db, session, query.userId, establishments.deleteEstablishment);
      await commands.removeEstablishment(db, acting, params.id);
      return { status: 'success', message: 'Establishment removed successfully' };
    },
    { forNamedUser: true },
  );
}

function registerFactRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;
  const read = async (view: Session) => {
    const [questions, answers, asked] = await Promise.all([
      readConditions(db),
      listAnswers(db, view),
      listAskedKeys(db, view),
    ]);
    const isAsked = ({ key }: { key: string }) => asked.has(key);
    return { questions: questions.map((one) => ({ ...facts.Question.parse(one), isAsked: isAsked(one) })), answers };
  };

  serve(
    app,
    database,
    facts.listFacts,
    async ({ session, query }) => {
      const acting = await act(db, session, query.userId, facts.listFacts);
      return { status: 'success', data: await read(acting.view) };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    facts.changeFacts,
    async ({ session, body }) => {
      const acting = await act(db, session, body.userId, facts.changeFacts);
      await answerQuestions(db, acting, body.answers);
      return { status: 'success', message: 'Answer saved', data: await read(acting.view) };
    },
    { forNamedUser: true },
  );
}

function registerExclusionRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(
    app,
    database,
    items.listDoesNotApply,
    async ({ session, query }) => {
      const acting = await act(db, session, query.userId, items.listDoesNotApply);
      return { status: 'success', data: await listExclusions(db, acting.view, todayInIndia(now())) };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    items.excludeItem,
    async ({ session, request, params, body }) => {
      const acting = await act(db, session, body.userId, items.excludeItem);
      const today = todayInIndia(now());
      const { id, outcome } = await viewItem(database, { session, request, today }, acting.view, params.id);
      if (outcome === 'does-not-apply') throw itemNotFound();
      await excludeItem(db, acting, { ...body, itemId: id, today });
      const data = (await listExclusions(db, acting.view, today)).find(({ _id }) => _id === id);
      // A colleague may have taken it back meanwhile.
      if (!data) throw new AppError('conflict', 'Somebody else changed this. Please try again.');
      return { status: 'success', message: 'Marked as not applying to your company', data };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    items.includeItem,
    async ({ session, params, query }) => {
      const acting = await act(db, session, query.userId, items.includeItem);
      await includeItem(db, acting, params.id);
      return { status: 'success', message: 'Applies to your company again' };
    },
    { forNamedUser: true },
  );
}

/**
 * Whose company a call is about, and who acts there: an administrator with the rights of the user they name
 * (R-users-8).
 */
async function act(
  db: Db,
  session: Session,
  userId: string | undefined,
  { access }: { access: Action },
): Promise<Acting> {
  const view = await actFor(db, session, userId ?? session.userId);
  const by = actOn(session, view);
  if (view !== session) requireCallPermission(by, access);
  return { view, by };
}
