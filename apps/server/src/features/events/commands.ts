import { randomUUIDv7 } from 'node:crypto';
import type { CompanyEvent, NewEvent, Rejudged } from '@anupalan/contract/events/events';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import type { Condition } from '@anupalan/domain/conditions';
import { dueOf } from '@anupalan/domain/events/duty';
import { type EventKind, THRESHOLD } from '@anupalan/domain/events/event-kind';
import { type OpenedDuty, openDuties } from '@anupalan/domain/events/open-duties';
import { isAtLeast } from '@anupalan/domain/members';
import type { Kysely, Transaction } from 'kysely';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { ensureEstablishment } from '../applicability/commands-establishments.ts';
import { lockCompany } from '../companies/queries.ts';
import { lockWorkspace } from '../compliance-items/own/commands.ts';
import { readHolidays } from '../due-days/queries.ts';
import { recordEventActivity } from './commands-activity.ts';
import { readReachedBefore, rejudgeLimits } from './commands-limits.ts';
import { getEvent } from './queries.ts';
import { findKind, type KindOfEdition, type RuleOfAct, readQuestions, readReach, readRules } from './queries-kinds.ts';
import { checkNumber, checkPlace, faultOf, momentOf } from './rules.ts';

/** Open events of a company at most, so that what is stored stays bounded; people reach them never. */
export const MOST_OPEN = 10_000;

/** Open complaints that somebody recorded in a company at most. */
export const MOST_COMPLAINTS = 1_000;

/**
 * Records that something happened, with the duties that it opens as the law and the company stand (R-events-1,
 * R-events-7).
 * @throws AppError invalid by field; forbidden for administrators, and while impersonating, where the event is one that
 * only named people see (R-events-20); not-found for an establishment that isn't there.
 * @returns the event, and the duties of later ones that don't open any more because this one reached their limit
 */
export function addEvent(
  db: Kysely<DB>,
  session: Session,
  form: NewEvent,
  now: Temporal.Instant,
): Promise<{ data: CompanyEvent; limits: Rejudged[] }> {
  const { workspaceId, userId } = session;
  const { state, label, establishmentId = null, number = null } = form;
  return db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId);
    const { kind, edition } = await requireKind(trx, session, form.kind);
    const happenedAt = momentOf(form.happenedAt, { field: 'happenedAt', kind, time: kind.asks.time }, now);
    checkNumber(kind, number);
    const company = await readReach(trx, session);
    checkPlace(company, { state, establishmentId });
    await requireEstablishment(trx, workspaceId, establishmentId);
    const named = await requireNamed(trx, session, kind, form.named ?? []);
    await requireRoom(trx, session, kind);
    const id = randomUUIDv7();
    const columns = { workspace_id: workspaceId, id, kind: kind.key, edition, definition: JSON.stringify(kind) };
    const place = { state, establishment_id: establishmentId, place_id: establishmentId };
    const happened_at = new Date(happenedAt.epochMilliseconds);
    const people = { visibility: kind.visibility, named, recorded_by: userId };
    await trx
      .insertInto('events')
      .values({ ...columns, ...place, ...people, label, happened_at, number })
      .execute();
    const isOfLimit = kind.key === THRESHOLD;
    const limitsAt = { workspaceId, placeId: establishmentId };
    const reachedBefore = isOfLimit ? await readReachedBefore(trx, limitsAt, id) : null;
    const event = { kind: kind.key, state, establishmentId, number, reachedBefore };
    await insertDuties(trx, { workspaceId, id, event, company, happenedAt });
    await recordEventActivity(trx, session, { label, definition: kind }, { what: 'events.create' });
    const limits = isOfLimit ? await rejudgeLimits(trx, limitsAt) : [];
    return { data: await getEvent(trx, session, id, now), limits };
  });
}

async function requireKind(trx: Transaction<DB>, session: Session, key: string): Promise<KindOfEdition> {
  const found = await findKind(trx, key);
  if (!found) throw faultOf('kind', 'Please choose what happened');
  if (found.kind.visibility === 'named') {
    requirePermission(session, 'events.read-restricted', { recordedBy: session.userId, named: [] });
  }
  return found;
}

/** Makes sure that the establishment that an event is at has a row. @throws AppError not-found */
async function requireEstablishment(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string | null): Promise<void> {
  if (id === null) return;
  await lockCompany(trx, workspaceId);
  await ensureEstablishment(trx, workspaceId, id);
}

/** The people named at a restricted event: members who could see it. @throws AppError invalid */
async function requireNamed(
  trx: Transaction<DB>,
  { workspaceId, userId }: Session,
  { visibility }: EventKind,
  given: readonly string[],
): Promise<string[]> {
  const named = [...new Set(given)].filter((id) => id !== userId);
  if (named.length === 0) return [];
  if (visibility !== 'named') throw faultOf('named', 'Only a complaint is for named people. Everybody sees this event');
  const people = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('users.id', 'in', named)
    .select(['users.id', 'users.role as platformRole', 'memberships.role'])
    .execute();
  const mayBe = people.filter(({ role, platformRole }) => isAtLeast(role, 'member') && platformRole !== 'admin');
  if (mayBe.length < named.length) throw faultOf('named', 'Choose members of the company; viewers see no complaints');
  return named;
}

/** Counts those that everybody sees, or of complaints the recorder's own, so that nobody learns by it of others. */
async function requireRoom(
  trx: Transaction<DB>,
  { workspaceId, userId }: Session,
  { visibility }: EventKind,
): Promise<void> {
  const isComplaint = visibility === 'named';
  const { open } = await trx
    .selectFrom('events')
    .where('workspace_id', '=', workspaceId)
    .where('visibility', '=', visibility)
    .where('closed_at', 'is', null)
    .$if(isComplaint, (mine) => mine.where('recorded_by', '=', userId))
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  const most = isComplaint ? MOST_COMPLAINTS : MOST_OPEN;
  if (open < most) return;
  const [who, what] = isComplaint ? ['You', 'complaints'] : ['A company', 'events'];
  throw new AppError('conflict', `${who} can have at most ${most.toLocaleString('en-IN')} open ${what}. Close some`);
}

interface Opening {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly event: Parameters<typeof openDuties>[1];
  readonly company: CompanyReach | null;
  readonly happenedAt: Temporal.Instant;
}

/** Copies the duties that an event opens, so that no later edition changes them (R-events-8). */
async function insertDuties(trx: Transaction<DB>, { workspaceId, id, event, company, happenedAt }: Opening) {
  const rules = await readRules(trx, event.kind);
  const acts = new Map(rules.map((one) => [one.rule, one]));
  const opened = openDuties(
    rules.map(({ rule }) => rule),
    event,
    company,
  );
  if (opened.length === 0) return;
  const questions = await readQuestions(trx);
  const isHoliday = await readHolidays(trx, workspaceId);
  const days = { happenedAt, laterDays: new Map<string, Temporal.Instant>() };
  const rows = opened.map((duty, index) => {
    const due = dueOf(duty.rule, days, isHoliday);
    const { actId = null, act = null }: Partial<RuleOfAct> = acts.get(duty.rule) ?? {};
    return {
      ...{ workspace_id: workspaceId, id: randomUUIDv7(), event_id: id, position: index + 1 },
      ...{ title: duty.rule.title, act_id: actId, act, standing: duty.standing },
      condition: describeCondition(duty, questions),
      definition: JSON.stringify(duty.rule),
      due_day: due?.day.toString() ?? null,
      due_at: due?.at ? new Date(due.at.epochMilliseconds) : null,
    };
  });
  await trx.insertInto('event_duties').values(rows).execute();
}

/**
 * What must be true for a duty to open, in words: the law's condition, and the open question with the answer that it
 * asks for (R-events-7).
 */
function describeCondition({ rule, question }: OpenedDuty, questions: ReadonlyMap<string, Condition>): string | null {
  const asked = question && questions.get(question.key);
  if (!asked) return rule.condition;
  const needs = [...rule.conditions, ...(rule.belowLimit ? [rule.belowLimit] : [])];
  const need = needs.find(({ key }) => key === asked.key);
  const isMet = ({ key }: { key: string }) => (need?.is?.includes(key) ?? true) && !need?.isNot?.includes(key);
  const answers = asked.answers.filter(isMet).map(({ name }) => name);
  return [`${asked.question} ${answers.join(', ')}`, ...(rule.condition === null ? [] : [rule.condition])].join('; ');
}
