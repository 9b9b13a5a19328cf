import { MAX_REGISTRATIONS } from '@anupalan/contract/company/registrations';
import { Amount } from '@anupalan/contract/fields/amount';
import { Filing } from '@anupalan/contract/fields/filing';
import { ActivityAbout } from '@anupalan/contract/people/activity';
import { LIMITS, State } from '@anupalan/contract/wire/primitives';
import { isWebAddress } from '@anupalan/contract/wire/web-address';
import { parseCalendarDay, parseMoment } from '@anupalan/domain/calendar-day';
import { DEADLINE_UNITS, DIRECTIONS } from '@anupalan/domain/events/deadline';
import { VISIBILITIES } from '@anupalan/domain/events/event-kind';
import { RESOLVED_STATUSES, STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { Confidence, Day, Headcount, Key } from '../../../platform/files/file-values.ts';
import { EventMoment, LONGEST_DEADLINE, Note, sealedText } from './columns.ts';
import type { FileIds } from './ids.ts';

/** Texts of the catalogue, as an edition may have them at most. */
const Words = sealedText(500);
const Paragraph = sealedText(2_000);
export const CatalogueKey = Key.max(100);

const Answers = z.array(CatalogueKey).max(20).optional();

const Requirement = z.strictObject({
  ...{ key: CatalogueKey, is: Answers, isNot: Answers },
  answeredFor: z.enum(['company', 'establishment', 'item']),
  assumed: CatalogueKey.or(z.literal('')),
  assumeYesFrom: Headcount.nullable(),
});

/** A kind of event as it was when an event was recorded (R-events-8). */
export const EventKindDefinition = z.strictObject({
  key: CatalogueKey,
  name: Words,
  description: Paragraph,
  asks: z.strictObject({
    date: Words,
    time: z.boolean(),
    number: z.boolean(),
    label: Words,
    laterDays: z.array(z.strictObject({ key: CatalogueKey, name: Words, time: z.boolean() })).max(20),
  }),
  visibility: z.enum(VISIBILITIES),
  offered: z.boolean(),
  hangsOn: CatalogueKey.nullable(),
});

/** Letters of a duty's definition at most: several times those of any in the catalogue, as a company has many. */
const MOST_OF_A_DUTY = 8_000;

/** A duty as the law stood when its event was recorded (R-events-8). */
export const DutyDefinition = z
  .strictObject({
    ...{ key: CatalogueKey, kind: CatalogueKey, title: Words, description: Paragraph },
    ...{ state: State, minEmployees: Headcount, maxEmployees: Headcount },
    conditions: z.array(Requirement).max(10),
    belowLimit: Requirement.nullable(),
    level: z.enum(['company', 'state', 'establishment']),
    deadline: z.strictObject({
      n: z.int().min(0).max(LONGEST_DEADLINE),
      unit: z.enum(DEADLINE_UNITS),
      direction: z.enum(DIRECTIONS),
    }),
    countedFrom: CatalogueKey,
    condition: Words.nullable(),
    ...{ form: Words, authority: Words, penalty: Paragraph, source: Paragraph, notes: Paragraph },
    portal: Words.refine((portal) => portal === '' || isWebAddress(portal), 'is no http or https address'),
    checkedOn: Day,
    confidence: Confidence,
  })
  .refine((duty) => JSON.stringify(duty).length <= MOST_OF_A_DUTY, `has more than ${MOST_OF_A_DUTY} letters`);

/** The later days of an event that are known, by their keys. */
export const LaterDays = z.record(CatalogueKey, EventMoment);

const isDay = (day: string) => parseCalendarDay(day) !== null;

/** What was filed (R-filing-runs-4), as the contract answers it, within the bounds in which it is sent. */
export const FilingRow = z.strictObject({
  ...Filing.shape,
  number: sealedText(LIMITS.name).optional(),
  filedOn: Filing.shape.filedOn.unwrap().refine(isDay).optional(),
  amount: Amount.optional(),
  paidOn: Filing.shape.paidOn.unwrap().refine(isDay).optional(),
});

/** A moment as `SAID` writes it: the text that PostgreSQL has of it, in UTC. */
const SaidMoment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(\+00|\.\d{3}Z)$/, 'is no moment')
  .refine((text) => parseMoment(text.replace(' ', 'T').replace(/\+00$/, 'Z')) !== null, 'is no moment');

/** What an entry or a duty says of a check that waits or came back. */
export function saidRecord(ids: FileIds) {
  const waiting = {
    ...{ _id: ids.past, status: z.enum(RESOLVED_STATUSES), note: Note, updatedBy: ids.person },
    createdAt: SaidMoment,
  };
  const returned = { reason: Note, returnedBy: ids.person, returnedAt: SaidMoment };
  return z.strictObject({ ...waiting, ...z.strictObject(returned).partial().shape }).refine((said) => {
    const given = [said.reason, said.returnedBy, said.returnedAt].filter((part) => part !== undefined);
    return given.length === 0 || given.length === 3;
  }, 'came back in part');
}

/** The status of each registration number of a day (R-registrations-16), by the ids of the registrations. */
export function statusLines(ids: FileIds) {
  const said = z.strictObject({
    status: z.enum(STATUSES),
    at: SaidMoment,
    checking: saidRecord(ids).optional(),
  });
  return z
    .record(ids.past, said)
    .refine((lines) => Object.keys(lines).length <= MAX_REGISTRATIONS, `has more than ${MAX_REGISTRATIONS} numbers`);
}

/** What an event of the activity was about. What it names may have been deleted since. */
export function activityAbout(ids: FileIds) {
  const { shape } = ActivityAbout;
  const day = shape.day.unwrap().refine(isDay, 'is no day');
  return z
    .strictObject({
      ...shape,
      ...{ itemId: ids.toldItem, actId: ids.toldAct, recordId: ids.told, evidenceId: ids.told },
      ...{ userId: ids.person, responsible: ids.person, deputy: ids.person },
      ...{ title: sealedText(LIMITS.line), day, until: day.nullable(), from: day.nullable() },
      amount: z.number().min(-1e12).max(1e12),
      count: z.int().min(0).max(1e9),
    })
    .partial();
}

/** SHA-256 as PostgreSQL writes bytes into JSON. */
export const Sha256 = z.string().regex(/^\\x[0-9a-f]{64}$/, 'is no SHA-256');

/** Opaque ids in an array. */
export function people(ids: FileIds, most: number) {
  return z.array(ids.person).max(most);
}
