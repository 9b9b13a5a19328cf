import * as extensions from '@anupalan/contract/due-days/extensions';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { covers } from '@anupalan/domain/due-days/extensions';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { pageOf } from '../../platform/postgres/pages.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { showsItem } from '../compliance-items/queries.ts';
import { readCatalogueItem } from '../compliance-items/queries-catalogue.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { readCompanyOfViewer } from '../compliance-items/queries-workspace.ts';
import { actForCall } from '../tracker/act-for-call.ts';
import { reachOf } from '../tracker/require-item.ts';
import { seesAct } from '../tracker/scope.ts';
import { versionsOf } from '../tracker/versions.ts';
import * as commands from './commands-extensions.ts';
import { findExtension, listExtensions, listLiveExtensions } from './queries.ts';

export function registerExtensionRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db } = database;
  const inMemory = CatalogueInMemory.of(db);

  const list = async ({ session, query, request }: Served<typeof extensions.listExtensions>) => {
    if (can(actorOf(session), 'extensions.manage')) {
      const { data, total } = await listExtensions(db, query);
      return { status: 'success' as const, data, pagination: pageOf(query, total) };
    }
    const [{ items }, { company, exclusions }, live] = await Promise.all([
      inMemory.ofVersion(versionsOf(request).catalogue),
      readCompanyOfViewer(db, session.workspaceId),
      listLiveExtensions(db, session.workspaceId),
    ]);
    const shows = showsItem(session, { company, exclusions }, todayInIndia(now()));
    const reach = reachOf(session, company);
    const seen = new Set(items.filter((item) => seesAct(session, item.actId) && shows(item)).map(({ id }) => id));
    const covering = live.filter((extension) => seen.has(extension.itemId) && covers(extension, reach));
    const data = covering.slice((query.page - 1) * query.limit, query.page * query.limit);
    return { status: 'success' as const, data, pagination: pageOf(query, covering.length) };
  };
  serve(app, database, extensions.listExtensions, list);

  serve(app, database, extensions.previewExtension, async ({ body }) => {
    return { status: 'success', data: await commands.previewExtension(db, body, todayInIndia(now())) };
  });

  serve(app, database, extensions.createExtension, async ({ session, body }) => {
    const id = await commands.publishExtension(services, session, body, todayInIndia(now()));
    return { status: 'success', message: 'Extension published', data: await getExtension(id) };
  });

  serve(app, database, extensions.deleteExtension, async ({ session, params }) => {
    await commands.takeExtensionBack(services, session, params.id, todayInIndia(now()));
    return { status: 'success', message: 'Extension taken back' };
  });

  const meet = async ({ session, params, body: { userId } }: Served<typeof extensions.meetExtension>) => {
    const acting = await actForCall(db, extensions.meetExtension, { session, userId });
    const extension = await requireCovering(acting.view, params.id);
    await commands.meetExtension(db, acting, extension);
    return {
      status: 'success' as const,
      message: 'The extension holds for your company',
      data: { ...extension, met: true },
    };
  };
  serve(app, database, extensions.meetExtension, meet, { forNamedUser: true });

  async function getExtension(id: string): Promise<extensions.Extension> {
    const extension = await findExtension(db, id);
    if (!extension) throw commands.extensionNotFound();
    return extension;
  }

  /** An extension with a condition that is there for a company. @throws AppError not-found */
  async function requireCovering(view: Session, id: string): Promise<extensions.Extension> {
    const [extension, { company, exclusions }] = await Promise.all([
      getExtension(id),
      readCompanyOfViewer(db, view.workspaceId),
    ]);
    const item = await readCatalogueItem(db, 'premium', { itemId: extension.itemId, owner: null });
    const isOpen = extension.takenBackAt === null && extension.condition !== null;
    const isShown = item && showsItem(view, { company, exclusions }, todayInIndia(now()))(item);
    if (!isOpen || !isShown || !covers(extension, reachOf(view, company))) throw commands.extensionNotFound();
    return extension;
  }
}
