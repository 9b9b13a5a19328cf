import { Filing } from '@anupalan/contract/fields/filing';
import { ActivityAbout } from '@anupalan/contract/people/activity';
import { MOST_EXCEPTIONS } from '@anupalan/domain/due-days/exceptions';
import { DEADLINE_UNITS, DIRECTIONS } from '@anupalan/domain/events/deadline';
import { VISIBILITIES } from '@anupalan/domain/events/event-kind';
import { ALL_STATES, STATES } from '@anupalan/domain/states';
import { STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { SaidRecord } from '../status-history/checks/said.ts';
import type { CompanyTable } from './tables/company-tables.ts';

const Text = z.string().max(10_000);

/** An address that a page makes a link of: a script is none. */
const Link = z.union([z.literal(''), z.string().regex(/^https?:\/\//i)]);

const Requirement = z.looseObject({
  key: Text,
  is: z.array(Text).optional(),
  isNot: z.array(Text).optional(),
  answeredFor: z.enum(['company', 'establishment', 'item']),
  assumed: Text,
  assumeYesFrom: z.number().nullable(),
});

const MonthDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

const EventKind = z.looseObject({
  key: Text,
  name: Text,
  description: Text,
  asks: z.looseObject({
    date: Text,
    time: z.boolean(),
    number: z.boolean(),
    label: Text,
    laterDays: z.array(z.looseObject({ key: Text, name: Text, time: z.boolean() })),
  }),
  visibility: z.enum(VISIBILITIES),
  offered: z.boolean(),
  hangsOn: Text.nullable(),
});

const DutyRule = z.looseObject({
  ...{ key: Text, kind: Text, title: Text, description: Text },
  ...{ minEmployees: z.int(), maxEmployees: z.int() },
  state: z.enum([...STATES, ALL_STATES]),
  conditions: z.array(Requirement),
  belowLimit: Requirement.nullable(),
  level: z.enum(['company', 'state', 'establishment']),
  deadline: z.looseObject({
    n: z.int().min(0).max(10_000),
    unit: z.enum(DEADLINE_UNITS),
    direction: z.enum(DIRECTIONS),
  }),
  countedFrom: Text,
  condition: Text.nullable(),
  ...{ form: Text, authority: Text, penalty: Text, source: Text, checkedOn: Text, notes: Text },
  portal: Link,
  confidence: z.enum(['high', 'medium', 'low']),
});

/**
 * What is in columns of JSON, which the database takes as it comes: reading a row that is none of ours would break off
 * for everybody of whom the same job tells (R-company-files-7).
 */
const JSON_SHAPES: Partial<Record<CompanyTable, Readonly<Record<string, z.ZodType>>>> = {
  activity: { about: ActivityAbout },
  checks: { filing: Filing },
  compliance_items: {
    conditions: z.array(Requirement),
    below_limit: Requirement,
    exceptions: z.array(z.looseObject({ of: MonthDay, on: MonthDay })).max(MOST_EXCEPTIONS),
  },
  events: {
    definition: EventKind,
    later_days: z.record(z.string(), z.iso.datetime({ offset: true, precision: null })),
  },
  event_duties: { definition: DutyRule, checking: SaidRecord },
  event_duty_records: { filing: Filing },
  status_entries: {
    checking: SaidRecord,
    lines: z.record(z.uuid(), z.looseObject({ status: z.enum(STATUSES), checking: SaidRecord.optional() })),
  },
  status_records: { filing: Filing },
};

/** Whether the JSON of a row is what its columns have: where it isn't, no Anupalan wrote it. */
export function hasItsShape(table: CompanyTable, row: Readonly<Record<string, unknown>>): boolean {
  if (table === 'compliance_values' && row.is_link === true && !Link.safeParse(row.text).success) return false;
  return Object.entries(JSON_SHAPES[table] ?? {}).every(([column, shape]) => {
    try {
      return (row[column] ?? null) === null || shape.safeParse(row[column]).success;
    } catch {
      // A moment that is none.
      return false;
    }
  });
}
