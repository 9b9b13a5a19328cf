import {
  FilingEntry,
  type FilingOutcome,
  type FilingRow,
  readFilingRun,
  recordFilingRun,
} from '@anupalan/contract/people/filing-runs';
import { Id } from '@anupalan/contract/wire/primitives';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { actorOf, belongTo, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readActName } from '../acts/queries.ts';
import { readItemsOf } from '../clients/queries.ts';
import { readOwnCompanies } from '../clients/queries-companies.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { NOTHING_OWN, ViewedDays } from '../tracker/item-days.ts';
import { findTarget, itemNotFound, requireItem } from '../tracker/require-item.ts';
import { VERSIONS_BESIDE_SESSION, versionsOf } from '../tracker/versions.ts';
import { fileFor } from './commands.ts';
import { type Occurrence, readStandings } from './queries.ts';

export function registerFilingRunRoutes(app: FastifyInstance, services: Services): void {
  const { database, config, now, log } = services;
  const inMemory = CatalogueInMemory.of(database.db);

  const read = async ({ session, query, request }: Served<typeof readFilingRun>) => {
    const today = todayUtc(now());
    const [companies, catalogue] = await Promise.all([
      readOwnCompanies(database.pool, session),
      inMemory.ofVersion(versionsOf(request).catalogue),
    ]);
    const find = (wanted: string | null) => catalogue.items.find(({ id }) => id === wanted);
    const item = find(query.itemId) ?? find(await findTarget(database.pool, query.itemId));
    if (!item) throw itemNotFound();
    const itemId = item.id;
    // For one of the companies it may be an extension's day.
    const forDate = new ViewedDays(itemId, { item: item.days, own: NOTHING_OWN }, null).nominalDayOf(query.forDate);
    const day = Temporal.PlainDate.from(forDate.slice(0, 10));
    const mine = companies.filter((company) => can(actorOf({ ...session, ...company }), 'filing-runs.read'));
    const having = [];
    const one = { ...catalogue, items: [item] };
    for await (const [company, , items] of readItemsOf(
      database.pool,
      mine,
      { session, catalogue: one, today },
      { from: day, to: day },
    )) {
      if (items.length > 0) having.push(company);
    }
    const standings = await readStandings(
      database.db,
      having.map(({ workspaceId }) => workspaceId),
      { itemId, day: `${day}` },
    );
    const rows = having.flatMap(({ companyId, companyName, workspaceId }): FilingRow[] => {
      const standing = standings.get(workspaceId);
      const rows = standing?.lines.length ? standing.lines : standing ? [standing.whole] : [];
      return rows.map((row) => ({ companyId, companyName, ...row }));
    });
    const act = await readActName(database.db, item.actId);
    return { status: 'success' as const, data: { itemId, title: item.title, act, day: forDate, rows } };
  };
  serve(app, database, readFilingRun, read, { beside: VERSIONS_BESIDE_SESSION });

  serve(app, database, recordFilingRun, async ({ session, body, request }) => {
    const occurrence = { itemId: body.itemId, day: body.forDate.slice(0, 10) };
    const companies = await readOwnCompanies(database.pool, session);
    const names = new Map(companies.map(({ companyId, companyName }) => [companyId, companyName]));
    const data: FilingOutcome[] = [];
    // One company after the other: each has a transaction of its own, and no company waits for more than its own.
    for (const sent of body.entries) data.push(await file(sent, { session, occurrence, request, names }));
    return { status: 'success', data };
  });

  interface Filed {
    readonly session: Session;
    readonly occurrence: Occurrence;
    readonly request: Served<typeof recordFilingRun>['request'];
    /** The names of the caller's companies. */
    readonly names: ReadonlyMap<string, string>;
  }

  async function file(sent: { companyId: string; registrationId?: unknown }, filed: Filed): Promise<FilingOutcome> {
    const { session, occurrence, request, names } = filed;
    const { companyId } = sent;
    try {
      const entry = FilingEntry.safeParse(sent);
      const there = await belongTo(database.db, session, companyId);
      if (!entry.success) throw new AppError('invalid', entry.error.issues[0]?.message ?? 'Invalid input');
      const { itemId } = occurrence;
      const call = { session, request, today: todayUtc(now()) };
      const { id, lines, days } = await requireItem(database, call, there, itemId);
      const day = days.nominalDayOf(occurrence.day).slice(0, 10);
      const { outcome, standing } = await fileFor({ database, config }, there, { itemId: id, day, lines }, entry.data);
      const { registrationId } = entry.data;
      const companyName = names.get(companyId) ?? '';
      const row = standing ? { companyId, companyName, ...standing } : null;
      return { companyId, ...(registrationId && { registrationId }), outcome, row };
    } catch (error) {
      // One company's refusal doesn't stop the others; what isn't a refusal is a fault of ours and is told as one.
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      log.info({ refused: error.code }, 'a company of a filing run was refused');
      const about = Id.safeParse(sent.registrationId).data;
      return {
        companyId,
        ...(about && { registrationId: about }),
        outcome: 'refused',
        message: error.message,
        row: null,
      };
    }
  }
}
