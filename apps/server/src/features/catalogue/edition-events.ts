import { isWebAddress } from '@anupalan/contract/wire/web-address';
import { DEADLINE_UNITS, DIRECTIONS } from '@anupalan/domain/events/deadline';
import { COUNTED_FROM, VISIBILITIES } from '@anupalan/domain/events/event-kind';
import { z } from 'zod';
import { Confidence, Day, Key, Line, RichText, Source, Text } from '../../platform/files/file-values.ts';
import { EditionRequirement, Reach } from './reach.ts';

/** A kind of event, with what it asks for (R-events-1). */
const EditionEventKind = z.strictObject({
  key: Key,
  name: Line,
  description: Line,
  asks: z.strictObject({
    date: Line,
    time: z.boolean(),
    number: z.boolean(),
    label: Line,
    laterDays: z.array(z.strictObject({ key: Key, name: Line })).max(20),
  }),
  visibility: z.enum(VISIBILITIES),
  offered: z.boolean(),
  /** What an event hangs on that is not offered by itself: a registration, or an obligation's key. */
  hangsOn: Key.nullable(),
});

/** A duty that a kind of event opens. */
const EditionDuty = Reach.extend({
  key: Key,
  kind: Key,
  act: Key.nullable(),
  title: Line,
  description: RichText,
  conditions: z.array(EditionRequirement),
  belowLimit: EditionRequirement.nullable(),
  level: z.enum(['company', 'state', 'establishment']),
  deadline: z.strictObject({
    n: z.number().int().min(0).max(1_200),
    unit: z.enum(DEADLINE_UNITS),
    direction: z.enum(DIRECTIONS),
  }),
  countedFrom: Key,
  condition: Line.nullable(),
  form: Text.max(500),
  authority: Text.max(500),
  penalty: Text.max(2_000),
  portal: Text.max(500),
  source: Source,
  confidence: Confidence,
  checkedOn: Day,
  notes: Text.max(2_000),
});

export const EditionEvents = z.strictObject({
  kinds: z.array(EditionEventKind).max(200),
  duties: z.array(EditionDuty).max(2_000),
});
export type EditionEvents = z.infer<typeof EditionEvents>;

/** Contradictions between kinds, duties and acts, as paths into the file with their reasons. */
export function* findEventContradictions(
  { kinds, duties }: EditionEvents,
  acts: ReadonlySet<string>,
): Generator<readonly [where: readonly PropertyKey[], reason: string]> {
  const byKey = new Map(kinds.map((kind) => [kind.key, kind]));
  for (const [row, { offered, hangsOn }] of kinds.entries()) {
    if (offered !== (hangsOn === null)) yield [['kinds', row, 'hangsOn'], 'must be there where it is not offered'];
  }
  for (const [row, duty] of duties.entries()) {
    const where = (property: string) => ['duties', row, property];
    const kind = byKey.get(duty.kind);
    if (!kind) yield [where('kind'), `"${duty.kind}" is not one of the kinds`];
    if (duty.act !== null && !acts.has(duty.act)) yield [where('act'), `"${duty.act}" is not in acts.json`];
    if (duty.portal !== '' && !isWebAddress(duty.portal)) yield [where('portal'), 'must be an http or https address'];
    if (duty.maxEmployees > 0 && duty.maxEmployees < duty.minEmployees) {
      yield [where('maxEmployees'), 'must be 0 (unlimited) or at least minEmployees'];
    }
    const days = [...COUNTED_FROM, ...(kind?.asks.laterDays ?? []).map(({ key }) => key)];
    if (!days.includes(duty.countedFrom)) yield [where('countedFrom'), `"${duty.countedFrom}" is no day of its kind`];
    if (duty.deadline.unit !== 'hours') continue;
    if (!kind?.asks.time) yield [where('deadline'), 'is in hours, and its kind asks for no time'];
    if (duty.countedFrom === 'event-month-end') yield [where('deadline'), 'is in hours, and a month ends with a day'];
  }
}
