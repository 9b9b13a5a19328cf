import { hash } from 'node:crypto';
import * as contract from '@anupalan/contract/connections/calendar-feeds';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { unattendedSession } from '../../identity/members/unattended-session.ts';
import { EncodedAnswer, KeptAnswers } from '../../platform/answers/kept-answers.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { chooseEncoding } from '../../platform/http/prepared-answer.ts';
import { Turns } from '../../platform/process/turns.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { createFeed, deleteFeed, noteReading } from './commands.ts';
import { limitReading } from './limit-reading.ts';
import { presentFeed } from './present.ts';
import { feedNotFound, findFeed, getFeed, listFeeds, type ReadFeed } from './queries.ts';
import { readDueEntries } from './queries-due.ts';
import { addDutyEntries } from './queries-duties.ts';
import { writeCalendar } from './write-calendar.ts';

/** Bytes of calendars that an instance keeps, compressed: some thousands (R-calendar-feeds-6). */
const MOST_KEPT = 32 * 1024 * 1024;

/** What a calendar is made like: another number is another calendar to everybody who has one. */
const MADE_LIKE = 2;

/** A calendar is kept by whoever reads it and asked about each time. */
const ASKED_ABOUT = 'private, no-cache';

export function registerCalendarFeedRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { db } = database;

  serve(app, database, contract.listCalendarFeeds, async ({ session }) => {
    const feeds = await listFeeds(db, session);
    return { status: 'success', data: feeds.map(presentFeed) };
  });

  serve(app, database, contract.createCalendarFeed, async ({ session, body }) => {
    const { id, token } = await createFeed(db, session, body.kind);
    const address = `${config.publicUrl}/api/feeds/${token}.ics`;
    return { status: 'success', data: { ...presentFeed(await getFeed(db, session, id)), address } };
  });

  serve(app, database, contract.deleteCalendarFeed, async ({ session, params }) => {
    await deleteFeed(db, session, params.id);
    return { status: 'success', message: 'Calendar address deleted' };
  });

  registerReading(app, services);
}

function registerReading(app: FastifyInstance, services: Services): void {
  const { database, config, now } = services;
  const { db, pool } = database;
  const inMemory = CatalogueInMemory.of(db);
  const limits = limitReading();
  const kept = new KeptAnswers(MOST_KEPT);
  // Making one keeps the processor busy for some hundredths of a second, so others come in between.
  const turns = new Turns(2);

  const find = async ({ params, request }: Served<typeof contract.readCalendarFeed>): Promise<ReadFeed> => {
    try {
      const [, token] = /^([\w-]{1,100})\.ics$/.exec(params.file) ?? [];
      if (token === undefined) throw feedNotFound();
      return await findFeed(pool, token);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') await limits.countMiss(request.ip);
      throw error;
    }
  };

  const make = async (feed: ReadFeed, today: Temporal.PlainDate, moment: Temporal.Instant): Promise<Buffer> => {
    const isOwnWork = feed.kind === 'person';
    // Viewers are responsible for nothing.
    const companies = isOwnWork ? feed.companies.filter(({ member }) => member.role !== 'viewer') : feed.companies;
    const [first] = companies;
    const name = isOwnWork ? 'Anupalan: my obligations' : `Anupalan: ${first?.companyName ?? ''}`;
    const site = config.publicUrl;
    if (!first) return Buffer.from(await writeCalendar({ name, site, entries: [], leftOut: 0, unreadable: [] }));
    const catalogue = await inMemory.ofVersion(feed.catalogueVersion);
    const reading = { session: unattendedSession(feed, first), companies, isOwnWork, catalogue, today, now: moment };
    const chosen = await readDueEntries(services, reading);
    await addDutyEntries(services, reading, chosen);
    return Buffer.from(await writeCalendar({ name, site, ...chosen.take() }));
  };

  const read = async (served: Served<typeof contract.readCalendarFeed>) => {
    const { request, reply } = served;
    const feed = await find(served);
    await limits.countReading(feed.id);
    if (feed.isUnnoted) await noteReading(db, feed.id);
    const moment = now();
    const today = todayInIndia(moment);
    const key = hash('sha256', keyOf(feed, today), 'base64url');
    const tag = `W/"${key}"`;
    reply.header('Cache-Control', ASKED_ABOUT).header('Content-Disposition', 'inline; filename="anupalan.ics"');
    const unchanged = EncodedAnswer.unchanged(tag, request);
    if (unchanged) return unchanged;
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    return await kept.findOrMake(`${key} ${encoding}`, () =>
      turns.run(feed.userId, async () =>
        EncodedAnswer.encode(await make(feed, today, moment), encoding, { tag, type: 'text/calendar; charset=utf-8' }),
      ),
    );
  };
  serve(app, database, contract.readCalendarFeed, read);
}

/** Everything that a calendar follows from, in which nothing of it is read (R-calendar-feeds-6). */
function keyOf({ kind, userId, role, companies, catalogueVersion }: ReadFeed, today: Temporal.PlainDate): string {
  const its = companies.map(({ companyId, companyName, version, plan, frozen, member: { role: place, scope } }) => {
    return [companyId, companyName, version, plan, frozen, place, scope];
  });
  return JSON.stringify([MADE_LIKE, kind, userId, role, `${today}`, catalogueVersion, its]);
}
