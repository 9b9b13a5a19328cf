import { Readable } from 'node:stream';
import {
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
import { joinToBytes } from '../../platform/answers/join-to-bytes.ts';
import { EncodedAnswer, KeptAnswers, keptEncodingFor } from '../../platform/answers/kept-answers.ts';
import { JsonText, type Served, serve } from '../../serve.ts';
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

/** What a list is made like: another number is another one to everybody who has one that came in parts. */
const MADE_LIKE = 2;

export function registerComplianceItemRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db } = database;
  const inMemory = CatalogueInMemory.of(db);
  const kept = new KeptAnswers();

  const read = async (view: Session, listed: Listed, { catalogue }: Versions) => {
    const items = await readItems(database, inMemory.ofVersion(catalogue), view, listed);
    if (Symbol.asyncIterator in items) return Readable.from(writeInParts(items));
    return new JsonText(joinToBytes({ before: BEGINNING, members: items, after: END }));
  };

  const list = async ({ session, query, request, reply }: Served<typeof listComplianceItems>) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    const today = todayInIndia(now());
    const listed = { days: chooseDaysFor(view, query, today), today, shape: query.shape };
    const versions = versionsOf(request);
    if (view !== session || !isKept(view)) return await read(view, listed, versions);
    const followsFrom = keyOf(view, versions, listed);
    const tagInParts = `W/${tagOf(`${MADE_LIKE} ${followsFrom}`)}`;
    const unchanged = EncodedAnswer.unchanged(tagInParts, request);
    if (unchanged) return unchanged;
    const encoding = keptEncodingFor(request);
    return await kept.findOrMake(`${followsFrom} ${encoding}`, async () => {
      const answer = await read(view, listed, versions);
      if (answer instanceof JsonText) return EncodedAnswer.encode(answer.bytes, encoding);
      reply.header('ETag', tagInParts);
      return answer;
    });
  };
  const listTyped = async (served: Served<typeof listComplianceItems>) => {
    const answer = await list(served);
    if (answer instanceof Readable) served.reply.type('application/json; charset=utf-8');
    return answer;
  };
  serve(app, database, listComplianceItems, listTyped, { forNamedUser: true });
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

/**
 * Everything that an answer follows from. What is kept under it is tagged by its content; what comes in parts is begun
 * before its content is known, so its tag is made of this.
 */
function keyOf(
  { userId, workspaceId, role, impersonatorId, member, plan }: Session,
  versions: Versions,
  { days, today, shape }: Listed,
): string {
  const whose = [userId, workspaceId, role, impersonatorId === null ? 'own' : 'impersonated'];
  const who = [...whose, member.role, plan, member.scope && JSON.stringify(member.scope)];
  const what = [versions.workspace, versions.catalogue, textOf(today), textOf(days.from), textOf(days.to), shape];
  return [...who, ...what].join(' ');
}

/** The days of nearly every call are the same objects all day, and writing one costs as much as looking for an answer. */
const written = new WeakMap<Temporal.PlainDate, string>();

function textOf(day: Temporal.PlainDate): string {
  const known = written.get(day) ?? day.toString();
  written.set(day, known);
  return known;
}

async function* writeInParts(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = BEGINNING;
  for await (const items of parts) {
    yield `${before}${items}`;
    before = ',';
  }
  yield before === BEGINNING ? `${BEGINNING}${END}` : END;
}
