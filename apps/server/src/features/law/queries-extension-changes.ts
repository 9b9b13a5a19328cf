import type { LawChange } from '@anupalan/contract/law/changes';
import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import { formatDay, indianDayOf, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { standingLegalDay } from '@anupalan/domain/due-days/extensions';
import { NO_MOVES } from '@anupalan/domain/due-days/moved-days';
import type { State } from '@anupalan/domain/states';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { ComplianceItems, Extensions } from '../../platform/postgres/database-schema.ts';
import { rulesOf } from '../compliance-items/queries-catalogue.ts';

/** Extensions are read this far back: a year has some dozens. */
const MOST = 1_000;

/** A change with what decides for whom it is: the rule of its item, and the states of the extension, none is all. */
export interface ExtensionChange {
  readonly change: LawChange;
  readonly rule: ApplicabilityRule & { readonly id: string };
  readonly states: readonly State[];
}

type Extension = Selectable<Extensions>;
type Item = Selectable<ComplianceItems>;

/**
 * What extensions changed: each that was published, and each that was taken back again (R-law-16). They are read from
 * the extensions themselves, so that one is told however it came here.
 */
export async function readExtensionChanges(db: Db): Promise<ExtensionChange[]> {
  const extensions = await db
    .selectFrom('extensions')
    .selectAll()
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  if (extensions.length === 0) return [];
  const ids = new Set(extensions.map(({ compliance_item_id }) => compliance_item_id));
  const items = await db
    .selectFrom('compliance_items')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const ofOccurrence = Map.groupBy(extensions, ({ compliance_item_id, day }) => `${compliance_item_id} ${day}`);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  return [...ofOccurrence.values()].flatMap((others) =>
    others.flatMap((extension) => {
      const item = itemOf.get(extension.compliance_item_id);
      return item ? changesOf(extension, item, others) : [];
    }),
  );
}

/** `others` are all extensions of the occurrence. */
function changesOf(extension: Extension, item: Item, others: readonly Extension[]): ExtensionChange[] {
  const { published_at, taken_back_at, states } = extension;
  const rule = { ...rulesOf(item).rule, id: item.id };
  const tell = (change: 'extended' | 'taken-back', at: Date, id: string) => {
    const without = others.filter((other) => other.id !== extension.id && standsAt(other, at));
    const plain = `Due on ${formatDay(legalDay(extension, item, without))}`;
    const held = `Due on ${formatDay(legalDay(extension, item, [...without, { ...extension, condition: null }]))}`;
    const extended =
      extension.condition === null ? held : `${held}, for companies that meet this: ${extension.condition}`;
    const words = change === 'extended' ? { was: plain, now: extended } : { was: extended, now: plain };
    return { change: { ...presentAt(extension, item, at), ...words, _id: id, change }, rule, states };
  };
  const published = tell('extended', published_at, extension.id);
  if (!taken_back_at) return [published];
  return [published, tell('taken-back', taken_back_at, idOfTakingBack(extension.id, taken_back_at))];
}

function presentAt({ states, authority, link }: Extension, item: Item, at: Date) {
  const [state = item.state, second] = states;
  return {
    at: at.toISOString(),
    edition: null,
    about: 'item' as const,
    itemId: item.id,
    title: item.title,
    ...(second === undefined ? { state } : { state: item.state, states }),
    effectiveOn: toIsoMidnight(indianDayOf(at.toTemporalInstant())),
    source: `${authority} (${link})`,
  };
}

function standsAt({ published_at, taken_back_at }: Extension, at: Date): boolean {
  return published_at < at && (taken_back_at === null || taken_back_at > at);
}

/** The legal day of the extension's occurrence for its states, as some extensions move it. */
function legalDay({ day, states }: Extension, item: Item, held: readonly Extension[]): Temporal.PlainDate {
  const extensions = held.map(({ id, new_day, condition, authority, ...other }) => ({
    ...{ id, condition, states: other.states, source: authority },
    day: Temporal.PlainDate.from(other.day),
    newDay: Temporal.PlainDate.from(new_day),
  }));
  const moves = { ...NO_MOVES, ...rulesOf(item).days.rules };
  return standingLegalDay(Temporal.PlainDate.from(day), states, moves, extensions);
}

/** Names a taking back, which has no row of its own: the moment of it with the rest of the extension's UUID. */
function idOfTakingBack(id: string, at: Date): string {
  const moment = at.getTime().toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-${id.slice(14)}`;
}
