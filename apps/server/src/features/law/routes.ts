import { feedLawChanges, listLawChanges } from '@anupalan/contract/law/changes';
import { listLawCodes } from '@anupalan/contract/law/codes';
import { readLateCost } from '@anupalan/contract/law/late-cost';
import { readProfessionalTax, readWelfareFund } from '@anupalan/contract/law/rates';
import { parseCalendarDay, todayInIndia } from '@anupalan/domain/calendar-day';
import { toPaise } from '@anupalan/domain/money';
import { parameterOn } from '@anupalan/domain/parameters/parameter';
import { STATES, stateLabel } from '@anupalan/domain/states';
import type { FastifyInstance } from 'fastify';
import type { Session } from '../../identity/sessions.ts';
import { limitPublicCalls } from '../../platform/http/rate-limits.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readCompanyOfViewer } from '../compliance-items/queries-workspace.ts';
import { readDutyKey } from '../events/queries.ts';
import { itemNotFound, viewItemOf } from '../tracker/require-item.ts';
import type { EditionLateCost } from './edition-law.ts';
import { lawFeed } from './law-feed.ts';
import { explainTaken, presentCode, presentFund, presentLateCost, presentTax } from './present.ts';
import {
  readCodeRules,
  readProfessionalTaxes,
  readRule,
  readRulesOfDuty,
  readRulesOfItem,
  readWelfareFunds,
} from './queries.ts';
import { readChangesOfCompany, readNewestChanges } from './queries-changes.ts';

/** Proxies and browsers may keep what is the same for everybody and changes with an edition (R-law-12). */
const FOR_AN_HOUR = 'public, max-age=3600';

export function registerLawRoutes(app: FastifyInstance, services: Services): void {
  app.register(async (limited) => {
    limitPublicCalls(limited);
    registerPublicRoutes(limited, services);
  });
  registerLateCostRoute(app, services);
  registerCompanyRoutes(app, services);
}

function registerPublicRoutes(app: FastifyInstance, { database, config }: Services): void {
  const { db } = database;

  serve(app, database, readProfessionalTax, async ({ query: { state, on, salary, gender }, reply }) => {
    const day = dayOf(on);
    const rows = await readProfessionalTaxes(db, state);
    const taken = parameterOn(rows, rows[0]?.key ?? '', day.toString());
    const message = explainTaken(`Professional tax in ${stateLabel(state)}`, taken, day);
    reply.header('Cache-Control', FOR_AN_HOUR);
    return { status: 'success', message, data: presentTax(state, taken, { salary, gender, on: day }) };
  });

  serve(app, database, readWelfareFund, async ({ query: { state, on }, reply }) => {
    const day = dayOf(on);
    const rows = await readWelfareFunds(db, state);
    const keys = [...new Set(rows.map(({ key }) => key))];
    const taken = keys.map((key) => parameterOn(rows, key, day.toString()));
    const what = `Labour welfare fund in ${stateLabel(state)}`;
    const none = { parameter: null, why: 'unknown-key' } as const;
    const messages = (taken.length > 0 ? taken : [none]).flatMap((one) => {
      const name = one.parameter ? `${one.parameter.fund} in ${stateLabel(state)}` : what;
      return explainTaken(name, one, day) ?? [];
    });
    const funds = taken.flatMap(({ parameter }) => (parameter ? [presentFund(parameter)] : []));
    reply.header('Cache-Control', FOR_AN_HOUR);
    return { status: 'success', ...(messages.length > 0 && { message: messages.join(' ') }), data: { state, funds } };
  });

  serve(app, database, feedLawChanges, async ({ reply }) => {
    const changes = await readNewestChanges(db);
    reply.type('application/atom+xml; charset=utf-8').header('Cache-Control', FOR_AN_HOUR);
    return lawFeed(config.publicUrl, changes);
  });
}

function registerLateCostRoute(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, readLateCost, async ({ session, query }) => {
    const { itemId, amount, dueOn, paidOn, countedFrom } = query;
    const rules = await readRulesFor(db, session, query);
    const isNominalAsked = countedFrom === undefined && rules.some((rule) => rule.countedFrom !== 'due-date');
    const viewed =
      itemId !== undefined && isNominalAsked
        ? await viewItemOf(database, { view: session, today: todayInIndia(now()) }, itemId)
        : null;
    const data = presentLateCost(rules, {
      amount: toPaise(amount) ?? 0,
      dueOn: dayOf(dueOn),
      paidOn: dayOf(paidOn),
      countedFrom: countedFrom === undefined ? undefined : dayOf(countedFrom),
      nominal: viewed ? dayOf(viewed.days.nominalDayOf(dueOn)) : undefined,
    });
    return { status: 'success', ...(data.message !== undefined && { message: data.message }), data };
  });
}

/** @throws AppError not-found for an item that isn't there, and for a duty that the session doesn't see */
async function readRulesFor(
  db: Db,
  session: Session,
  { itemId, dutyId, ruleKey = '' }: Served<typeof readLateCost>['query'],
): Promise<EditionLateCost[]> {
  if (dutyId !== undefined) return readRulesOfDuty(db, await readDutyKey(db, session, dutyId));
  if (itemId === undefined) return readRule(db, ruleKey);
  const rules = await readRulesOfItem(db, { workspaceId: session.workspaceId, itemId });
  if (!rules) throw itemNotFound();
  return rules;
}

function registerCompanyRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, listLawCodes, async ({ session }) => {
    const { company } = await readCompanyOfViewer(db, session.workspaceId);
    const states = company?.states ?? [];
    const isEverywhere = states.length === 0 || states.includes('-');
    const rules = await readCodeRules(db, isEverywhere ? STATES : states);
    return { status: 'success', data: rules.map(presentCode) };
  });

  serve(app, database, listLawChanges, async ({ session, query }) => ({
    status: 'success',
    ...(await readChangesOfCompany(db, session, { ...query, today: todayInIndia(now()) })),
  }));
}

function dayOf(iso: string): Temporal.PlainDate {
  const day = parseCalendarDay(iso);
  if (!day) throw new RangeError(`${iso} is no day`);
  return day;
}
