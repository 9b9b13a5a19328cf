import type { Requirement } from '@anupalan/domain/applicability';
import type { Condition } from '@anupalan/domain/conditions';
import type { Db } from '../../platform/postgres/database.ts';
import type { LoadedAct } from '../acts/commands-load.ts';
import type { LoadedField } from '../compliance-fields/commands-load.ts';
import type { LoadedItem } from '../compliance-items/commands-load.ts';
import type { LoadedDutyRule, LoadedEventKind } from '../events/commands-load.ts';
import type { Edition } from './edition.ts';
import type { EditionItem } from './edition-files.ts';

/** The rows that an edition wants in one table, with their keys in the edition. */
export type Wanted<Values> = [key: string, values: Values][];

export function listWantedFields({ fields }: Edition): Wanted<LoadedField> {
  return fields.map(({ key, name, description, accessLevel }, index) => [
    key,
    { name, description, access_level: accessLevel, position: index + 1 },
  ]);
}

/** The questions of an edition, with the words to ask them in; what is assumed is in the items' requirements. */
export function listWantedConditions({
  conditions,
}: Edition): { key: string; position: number; definition: Condition }[] {
  return conditions.map(({ key, kind, question, explanation, answeredFor, answers }, index) => ({
    key,
    position: index + 1,
    definition: { key, kind, question, explanation, answeredFor, answers },
  }));
}

/**
 * The kinds of events that an edition has. The time of day is asked for where a duty has so many hours from that very
 * day: a maternity's edition asks for it, and its hours run from the proof of birth alone.
 */
export function listWantedEventKinds({ edition, events }: Edition): LoadedEventKind[] {
  const { kinds, duties } = events;
  const countsHours = (kind: string, day: string) =>
    duties.some((duty) => duty.kind === kind && duty.countedFrom === day && duty.deadline.unit === 'hours');
  return kinds.map(({ asks, ...kind }, index) => {
    const laterDays = asks.laterDays.map((day) => ({ ...day, time: countsHours(kind.key, day.key) }));
    const time = asks.time && countsHours(kind.key, 'event');
    const definition = { ...kind, asks: { ...asks, time, laterDays } };
    return { key: kind.key, position: index + 1, edition, definition };
  });
}

/** The duties that events open, with what is assumed where a question is unanswered. */
export function listWantedEventDuties({ events, conditions }: Edition): LoadedDutyRule[] {
  const complete = completeWith(conditions);
  return events.duties.map(({ act, ...duty }, index) => {
    const { belowLimit } = duty;
    const requirements = { conditions: duty.conditions.map(complete), belowLimit: belowLimit && complete(belowLimit) };
    return { key: duty.key, position: index + 1, kind: duty.kind, act, definition: { ...duty, ...requirements } };
  });
}

export function listWantedActs({ acts }: Edition): Wanted<LoadedAct> {
  return acts.map(({ key, name, state, minEmployees, maxEmployees, description, regime, registration }) => [
    key,
    { name, state, min_employees: minEmployees, max_employees: maxEmployees, description, regime, registration },
  ]);
}

/**
 * The items that an edition wants, without those of deleted acts and without values of deleted fields; fields and acts
 * must be loaded already.
 */
export async function listWantedItems(db: Db, edition: Edition): Promise<Wanted<LoadedItem>> {
  const actIds = await readIds(db, 'acts');
  const fieldIds = await readIds(db, 'compliance_fields');
  const complete = completeWith(edition.conditions);
  const fields = edition.fields.map(({ key, name, isLink }) => ({ id: fieldIds.get(key), name, isLink }));
  return edition.items.flatMap((item): Wanted<LoadedItem> => {
    const actId = actIds.get(item.act);
    if (actId === undefined) return [];
    const values = fields.flatMap(({ id, name, isLink }) => {
      const text = item.columns[name];
      return id && text ? [[id, { text, is_link: isLink }]] : [];
    });
    const columns = {
      act_id: actId,
      title: item.title,
      description: item.description,
      state: item.state,
      min_employees: item.minEmployees,
      max_employees: item.maxEmployees,
      conditions: item.conditions.map(complete),
      below_limit: item.belowLimit && complete(item.belowLimit),
      level: item.level,
      basis: item.basis,
      period: item.period,
      period_lag: item.periodLag,
      registration: item.registration,
      due_date: item.firstDueDate,
      frequency: item.frequency,
      exceptions: item.exceptions,
      holiday_rule: item.holidayRule,
      latest_after: item.latestAfter,
      due_date_description: item.dueDateDescription,
      reminder_days: item.reminderDays,
      source: item.source,
      confidence: item.confidence,
      notes: item.notes,
      checked_on: item.checkedOn ?? edition.checkedOn,
    };
    return [[item.key, { ...columns, values: Object.fromEntries(values) }]];
  });
}

/**
 * Gives a requirement what decides where nobody has answered its question, so that whoever judges an item needs no more
 * than the item (R-applicability-4).
 */
export function completeWith(conditions: Edition['conditions']) {
  const byKey = new Map(conditions.map((condition) => [condition.key, condition]));
  return (requirement: EditionItem['conditions'][number]): Requirement => {
    const condition = byKey.get(requirement.key);
    if (!condition) throw new Error(`The edition has no condition ${requirement.key}`);
    const { answeredFor, assumeYesFrom } = condition;
    return { ...requirement, answeredFor, assumed: condition.default.replace('assume-', ''), assumeYesFrom };
  };
}

/** The ids of rows that came from the catalogue, by their keys in the edition. */
async function readIds(db: Db, table: 'acts' | 'compliance_fields'): Promise<Map<string, string>> {
  const rows = await db.selectFrom(table).select(['catalogue_key', 'id']).execute();
  return new Map(rows.flatMap(({ catalogue_key, id }) => (catalogue_key === null ? [] : [[catalogue_key, id]])));
}
