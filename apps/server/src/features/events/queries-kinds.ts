import type { EventKind } from '@anupalan/contract/events/kinds';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import type { Condition } from '@anupalan/domain/conditions';
import type { DutyRule, EventKind as EventKindRule } from '@anupalan/domain/events/event-kind';
import { openDuties } from '@anupalan/domain/events/open-duties';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readCompanyOfViewer } from '../compliance-items/queries-workspace.ts';
import { reachOf } from '../tracker/require-item.ts';

/** A duty of the catalogue with its act, whose id and name are null for one that rests on none. */
export interface RuleOfAct {
  readonly rule: DutyRule;
  readonly actId: string | null;
  readonly act: string | null;
}

/** A kind of event of the present edition. */
export interface KindOfEdition {
  readonly kind: EventKindRule;
  readonly edition: string;
}

/** The kinds, each with the duties that it may open for the caller's company as things stand (R-events-2). */
export async function readEventKinds(db: Db, session: Session): Promise<EventKind[]> {
  const [kinds, rules, reach] = await Promise.all([
    db.selectFrom('event_kinds').select('definition').orderBy('position').execute(),
    readRules(db),
    readReach(db, session),
  ]);
  const states = new Set(rules.map(({ rule }) => rule.state));
  const byKind = Map.groupBy(rules, ({ rule }) => rule.kind);
  return kinds.map(({ definition }) => {
    const ofKind = byKind.get(definition.key) ?? [];
    const possible = new Set([...states].flatMap((state) => openable(ofKind, definition.key, state, reach)));
    return presentKind(
      definition,
      ofKind.filter(({ rule }) => possible.has(rule)),
    );
  });
}

/** The rules that could open in a state, whatever the number of the event. */
function openable(rules: readonly RuleOfAct[], kind: string, state: DutyRule['state'], reach: CompanyReach | null) {
  const ofState = rules.filter(({ rule }) => rule.state === state);
  const event = { kind, state, establishmentId: null, number: null, reachedBefore: null };
  return openDuties(
    ofState.map(({ rule }) => rule),
    event,
    reach,
  ).map(({ rule }) => rule);
}

function presentKind(definition: EventKindRule, rules: readonly RuleOfAct[]): EventKind {
  const { asks } = definition;
  return {
    ...definition,
    asks: { ...asks, laterDays: [...asks.laterDays] },
    duties: rules.map(({ rule, act }) => {
      const { key, title, state, deadline, countedFrom, condition } = rule;
      return { key, title, act, state, deadline, countedFrom, condition };
    }),
  };
}

/** A kind of the present edition; undefined when there is none of that key. */
export async function findKind(db: Db, key: string): Promise<KindOfEdition | undefined> {
  return await db
    .selectFrom('event_kinds')
    .select(['definition as kind', 'edition'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** The duties of the catalogue, or of one kind, in order; those of acts that were deleted are gone with them. */
export async function readRules(db: Db, kind?: string): Promise<RuleOfAct[]> {
  return await db
    .selectFrom('event_duty_rules')
    .leftJoin('acts', 'acts.catalogue_key', 'event_duty_rules.act')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .where((where) => where.or([where('event_duty_rules.act', 'is', null), where('acts.id', 'is not', null)]))
    .select(['definition as rule', 'acts.id as actId', 'acts.name as act'])
    .orderBy('position')
    .execute();
}

/** The caller's company as the rules see it, with the states of its plan; null without one. */
export async function readReach(db: Db, session: Session): Promise<CompanyReach | null> {
  const { company } = await readCompanyOfViewer(db, session.workspaceId);
  return reachOf(session, company);
}

/** The questions that decide whether something applies, by their keys. */
export async function readQuestions(db: Db): Promise<Map<string, Condition>> {
  const rows = await db.selectFrom('conditions').select(['key', 'definition']).execute();
  return new Map(rows.map(({ key, definition }) => [key, definition]));
}
