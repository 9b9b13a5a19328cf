import { Readable } from 'node:stream';
import {
  type ComplianceItem,
  createComplianceItem,
  deleteComplianceItem,
  listComplianceItems,
  updateComplianceItem,
} from '@anupalan/contract/compliance-items';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import type { Versions } from '../../identity/reading/session-versions.ts';
import { actFor, actorOf, type Session } from '../../identity/sessions.ts';
import { tagOf } from '../../platform/answers/answer-tags.ts';
import { EncodedAnswer, KeptAnswers, keptEncodingFor } from '../../platform/answers/kept-answers.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { chooseDays } from '../tracker/choose-days.ts';
import { chooseDaysFor } from '../tracker/scope.ts';
import { versionsOf } from '../tracker/versions.ts';
import { addItem, changeItem, removeItem } from './commands.ts';
import { type Listed, readItem, readItems } from './queries.ts';
import { CatalogueInMemory } from './queries-edition.ts';
import { registerMayApplyRoute } from './routes-applicability.ts';

const BEGINNING = '{"status":"success","data":[';
const END = ']}';

/** Version of the list's format. Raise it when the output changes, so that the tags that clients have match no more. */
const LIST_FORMAT_VERSION = 3;

export function registerComplianceItemRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db } = database;
  const inMemory = CatalogueInMemory.of(db);
  const kept = new KeptAnswers();

  const list = async ({ session, query, request, reply }: Served<typeof listComplianceItems>) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    const today = todayInIndia(now());
    const listed = { days: chooseDaysFor(view, query, today), today };
    const versions = versionsOf(request);
    const encoding = keptEncodingFor(request);
    const make = async (tag?: string) => {
      const items = await readItems(database, inMemory.ofVersion(versions.catalogue), view, listed);
      if (Array.isArray(items)) return await EncodedAnswer.encode(writeItems(items), encoding, { tag });
      if (tag) reply.header('ETag', tag);
      reply.type('application/json; charset=utf-8');
      return Readable.from(writeInParts(items));
    };
    if (view !== session || !isKept(view)) return await make();
    const key = keyOf(view, versions, listed);
    const tag = `W/${tagOf(key)}`;
    return EncodedAnswer.unchanged(tag, request) ?? (await kept.findOrMake(`${key} ${encoding}`, () => make(tag)));
  };
  serve(app, database, listComplianceItems, list, { forNamedUser: true });
  registerMayApplyRoute(app, services, inMemory);

  // The catalogue is everyone's, so the user an administrator names changes nothing: that user may not even see the
  // item.
  serve(
    app,
    database,
    createComplianceItem,
    async ({ session, query, body }) => {
      const days = chooseDays(query, todayInIndia(now()));
      await actFor(db, session, body.userId ?? session.userId);
      const itemId = await addItem(services, session, body);
      const data = await readItem(database, session, { itemId, days });
      return { status: 'success', message: 'Compliance data added successfully', data };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    updateComplianceItem,
    async ({ session, params, query, body }) => {
      const days = chooseDays(query, todayInIndia(now()));
      await actFor(db, session, body.userId ?? session.userId);
      await changeItem(services, session, params.id, body);
      const data = await readItem(database, session, { itemId: params.id, days });
      return { status: 'success', message: 'Compliance data updated successfully', data };
    },
    { forNamedUser: true },
  );

  serve(
    app,
    database,
    deleteComplianceItem,
    async ({ session, params, query }) => {
      await actFor(db, session, query.userId ?? session.userId);
      await removeItem(services, session, params.id);
      return { status: 'success', message: 'Compliance data deleted successfully' };
    },
    { forNamedUser: true },
  );
}

/**
 * Whether what somebody is answered may be kept: it is made of nothing but their own workspace and the catalogue
 * (R-api-28). That of administrators is made of everybody's.
 */
function isKept(view: Session): boolean {
  return !can(actorOf(view), 'status-history.read-everyone');
}

/** Everything that an answer follows from. Its hash is the answer's tag. */
function keyOf(
  { userId, workspaceId, role, impersonatorId, member, plan }: Session,
  versions: Versions,
  { days, today }: Listed,
): string {
  const whose = [userId, workspaceId, role, impersonatorId === null ? 'own' : 'impersonated'];
  const who = [...whose, member.role, plan, member.scope && JSON.stringify(member.scope)];
  const what = [versions.workspace, versions.catalogue, today, days.from, days.to, LIST_FORMAT_VERSION];
  return [...who, ...what].join(' ');
}

function writeItems(items: readonly ComplianceItem[]): Buffer {
  return Buffer.from(JSON.stringify({ status: 'success', data: items }));
}

async function* writeInParts(parts: AsyncIterable<readonly ComplianceItem[]>): AsyncGenerator<string> {
  let before = BEGINNING;
  for await (const items of parts) {
    yield `${before}${JSON.stringify(items).slice(1, -1)}`;
    before = ',';
  }
  yield before === BEGINNING ? `${BEGINNING}${END}` : END;
}
