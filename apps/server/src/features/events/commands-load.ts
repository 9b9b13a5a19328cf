import { isDeepStrictEqual } from 'node:util';
import type { DutyRule, EventKind } from '@anupalan/domain/events/event-kind';
import type { Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';

/** A kind of event as its row has it. */
export interface LoadedEventKind {
  readonly key: string;
  readonly position: number;
  /** The edition that it came with. */
  readonly edition: string;
  readonly definition: EventKind;
}

/** A duty as its row has it; `act` is the key of its act, if it has one. */
export interface LoadedDutyRule {
  readonly key: string;
  readonly position: number;
  readonly kind: string;
  readonly act: string | null;
  readonly definition: DutyRule;
}

/**
 * Puts the kinds and duties of an edition in the place of those before: nobody edits them, and what was recorded has
 * its own copies (R-events-8).
 */
export async function replaceEventKinds(
  trx: Transaction<DB>,
  kinds: readonly LoadedEventKind[],
  duties: readonly LoadedDutyRule[],
): Promise<void> {
  const stored = await trx.selectFrom('event_kinds').selectAll().orderBy('position').execute();
  const storedDuties = await trx.selectFrom('event_duty_rules').selectAll().orderBy('position').execute();
  if (isDeepStrictEqual(stored, kinds) && isDeepStrictEqual(storedDuties, duties)) return;
  await trx.deleteFrom('event_duty_rules').execute();
  await trx.deleteFrom('event_kinds').execute();
  const asJson = <T extends { readonly definition: object }>({ definition, ...row }: T) => ({
    ...row,
    definition: JSON.stringify(definition),
  });
  if (kinds.length > 0) await trx.insertInto('event_kinds').values(kinds.map(asJson)).execute();
  if (duties.length > 0) await trx.insertInto('event_duty_rules').values(duties.map(asJson)).execute();
}
