import {
  FilingEntry,
  type FilingOutcome,
  type FilingRow,
  matchFilingRun,
  readFilingRun,
  recordFilingRun,
} from '@anupalan/contract/people/filing-runs';
import { Id } from '@anupalan/contract/wire/primitives';
import { todayInIndia, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { matchFiles } from '@anupalan/domain/filing-runs/match-files';
import type { FastifyInstance } from 'fastify';
import { belongTo, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { isConnectionLost } from '../../platform/postgres/database-errors.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { eachCompany } from '../../platform/process/each-apart.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readActName } from '../acts/queries.ts';
import { readOwnCompanies } from '../clients/queries-companies.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { readSaidOf } from '../proof/queries-heap.ts';
import { requireItem } from '../tracker/require-item.ts';
import { versionsOf } from '../tracker/versions.ts';
import { fileFor } from './commands.ts';
import { presentMatches } from './present.ts';
import { type Occurrence, readStandings, type Standings } from './queries.ts';
import { readMatchable } from './queries-match.ts';
import { readRun } from './queries-run.ts';

export function registerFilingRunRoutes(app: FastifyInstance, services: Services): void {
  const { database, config, now, log } = services;
  const inMemory = CatalogueInMemory.of(database.db);

  const read = async ({ session, query, request }: Served<typeof readFilingRun>) => {
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    const run = await readRun(services, { session, catalogue, ...query, today: todayInIndia(now()) });
    const { item, day, companies: having } = run;
    const itemId = item.id;
    const standings = new Map<WorkspaceId, Standings>();
    const readSome = async (some: typeof having) => {
      const ids = some.map(({ workspaceId }) => workspaceId);
      for (const one of await readStandings(database.db, ids, { itemId, day: `${day}` })) standings.set(...one);
    };
    const left = await eachCompany(having, readSome, { log, doing: 'reading what a company filed' });
    const rows = having.flatMap(({ companyId, companyName, workspaceId }): FilingRow[] => {
      const standing = standings.get(workspaceId);
      const rows = standing?.lines.length ? standing.lines : standing ? [standing.whole] : [];
      return rows.map((row) => ({ companyId, companyName, ...row }));
    });
    const act = await readActName(database.db, item.actId);
    const unreadable = [...run.unreadable, ...left].map(({ companyId, companyName }) => ({ companyId, companyName }));
    const data = { itemId, title: item.title, act, day: toIsoMidnight(day), rows };
    return { status: 'success' as const, data: { ...data, ...(unreadable.length > 0 && { unreadable }) } };
  };
  serve(app, database, readFilingRun, read);

  const match = async ({ session, body, request }: Served<typeof matchFilingRun>) => {
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    const [run, said] = await Promise.all([
      readRun(services, { session, catalogue, ...body, today: todayInIndia(now()) }),
      readSaidOf(services, session, body.evidenceIds),
    ]);
    const matchable = await readMatchable(database.db, run);
    const files = [...said].map(([id, { name, sha256, words }]) => ({ id, name, sha256, text: words }));
    const matches = matchFiles(files, matchable.companies, matchable.run);
    const read = matches.flatMap((one) => {
      const file = said.get(one.id);
      return file ? [{ match: one, said: file }] : [];
    });
    return { status: 'success' as const, data: presentMatches(read, matchable) };
  };
  serve(app, database, matchFilingRun, match);

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
      const call = { session, request, today: todayInIndia(now()) };
      const { id, lines, days } = await requireItem(database, call, there, itemId);
      const day = days.nominalDayOf(occurrence.day).slice(0, 10);
      const { outcome, standing } = await fileFor({ database, config }, there, { itemId: id, day, lines }, entry.data);
      const { registrationId } = entry.data;
      const companyName = names.get(companyId) ?? '';
      const row = standing ? { companyId, companyName, ...standing } : null;
      return { companyId, ...(registrationId && { registrationId }), outcome, row };
    } catch (error) {
      // One company's refusal or fault doesn't stop the others; what fails for all alike is told as such.
      if (isConnectionLost(error) || (error instanceof AppError && error.code === 'unavailable')) throw error;
      const isRefused = error instanceof AppError;
      if (isRefused) log.info({ refused: error.code }, 'a company of a filing run was refused');
      else log.error({ err: error, companyId }, 'a company of a filing run failed, and the others go on without it');
      const about = Id.safeParse(sent.registrationId).data;
      return {
        companyId,
        ...(about && { registrationId: about }),
        outcome: 'refused',
        message: isRefused ? error.message : 'Something went wrong. Please try again.',
        row: null,
      };
    }
  }
}
