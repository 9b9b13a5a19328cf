import * as establishments from '@anupalan/contract/applicability/establishments';
import * as facts from '@anupalan/contract/applicability/facts';
import * as items from '@anupalan/contract/applicability/items';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { actFor, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readConditions } from '../compliance-items/queries-catalogue.ts';
import { ITEM_BESIDE_SESSION, itemNotFound, viewItem } from '../tracker/require-item.ts';
import * as commands from './commands-establishments.ts';
import { excludeItem, includeItem } from './commands-exclude.ts';
import { answerQuestions } from './commands-facts.ts';
import { listAnswers, listEstablishments, listExclusions } from './queries.ts';

export function registerApplicabilityRoutes(app: FastifyInstance, services: Services): void {
  registerEstablishmentRoutes(app, services);
  registerFactRoutes(app, services);
  registerExclusionRoutes(app, services);
}

function registerEstablishmentRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;
  const read = async ({ workspaceId }: Session, id: string) => {
    const found = (await listEstablishments(db, workspaceId)).find(({ _id }) => _id === id);
    if (!found) throw commands.establishmentNotFound();
    return found;
  };

  serve(app, database, establishments.listEstablishments, async ({ session, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    return { status: 'success', data: await listEstablishments(db, view.workspaceId) };
  });

  serve(app, database, establishments.createEstablishment, async ({ session, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const id = await commands.addEstablishment(db, { view, by: session }, body);
    return { status: 'success', message: 'Establishment added successfully', data: await read(view, id) };
  });

  serve(app, database, establishments.updateEstablishment, async ({ session, params, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    await commands.changeEstablishment(db, { view, by: session }, params.id, body);
    return { status: 'success', message: 'Establishment updated successfully', data: await read(view, params.id) };
  });

  serve(app, database, establishments.deleteEstablishment, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    await commands.removeEstablishment(db, { view, by: session }, params.id);
    return { status: 'success', message: 'Establishment removed successfully' };
  });
}

function registerFactRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;
  const read = async ({ workspaceId }: Session) => {
    const [questions, answers] = await Promise.all([readConditions(db), listAnswers(db, workspaceId)]);
    return { questions: questions.map((question) => facts.Question.parse(question)), answers };
  };

  serve(app, database, facts.listFacts, async ({ session, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    return { status: 'success', data: await read(view) };
  });

  serve(app, database, facts.changeFacts, async ({ session, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    await answerQuestions(db, { view, by: session }, body.answers);
    return { status: 'success', message: 'Answer saved', data: await read(view) };
  });
}

function registerExclusionRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, items.listDoesNotApply, async ({ session, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    return { status: 'success', data: await listExclusions(db, view.workspaceId, todayUtc(now())) };
  });

  serve(
    app,
    database,
    items.excludeItem,
    async ({ session, request, params, body }) => {
      const view = await actFor(db, session, body.userId ?? session.userId);
      const today = todayUtc(now());
      const { id, outcome } = await viewItem(database, { session, request, today }, view, params.id);
      if (outcome === 'does-not-apply') throw itemNotFound();
      await excludeItem(db, { view, by: session }, { ...body, itemId: id, today });
      const data = (await listExclusions(db, view.workspaceId, today)).find(({ _id }) => _id === id);
      // A colleague may have taken it back meanwhile.
      if (!data) throw new AppError('conflict', 'Somebody else changed this. Please try again.');
      return { status: 'success', message: 'Marked as not applying to your company', data };
    },
    { beside: ITEM_BESIDE_SESSION },
  );

  serve(app, database, items.includeItem, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    await includeItem(db, { view, by: session }, params.id);
    return { status: 'success', message: 'Applies to your company again' };
  });
}
