import { State } from '@anupalan/contract/wire/primitives';
import type { ApplicabilityRule, Requirement } from '@anupalan/domain/applicability';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { ALL_STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { EXTENSION, ExtensionRow, type ItemDays, itemDaysOf } from './item-days.ts';

/** An item with all by which it is judged for a company, and by which its days go. */
export interface JudgedItem {
  readonly id: string;
  readonly actId: string;
  readonly rule: ApplicabilityRule;
  readonly days: ItemDays;
}

/**
 * The rule of a company's own item, which is for that company whatever its states, its size and its facts
 * (R-registrations-11).
 */
export const FOR_ITS_COMPANY = {
  ...{ state: ALL_STATES, minEmployees: 0, maxEmployees: 0 },
  ...{ conditions: [], belowLimit: null },
} satisfies Omit<ApplicabilityRule, 'id'>;

/** The items for which `where` holds as a JSON array, in SQL; none is null. */
export function judgedItems(where: string): string {
  return `(
    select json_agg(json_build_object(
      'id', item.id, 'own', item.workspace_id is not null, 'actId', item.act_id,
      'rule', json_build_object(
        'state', item.state, 'minEmployees', item.min_employees, 'maxEmployees', item.max_employees,
        'conditions', item.conditions, 'belowLimit', item.below_limit),
      'days', json_build_object(
        'due_date', item.due_date, 'frequency', item.frequency, 'due_date_description', item.due_date_description,
        'exceptions', item.exceptions, 'holiday_rule', item.holiday_rule, 'basis', item.basis,
        'latest_after', item.latest_after),
      'extensions', (
        select json_agg(${EXTENSION}) from extensions extension
        where extension.compliance_item_id = item.id and taken_back_at is null)))
    from compliance_items item where ${where})`;
}

const RequirementRow: z.ZodType<Requirement> = z.object({
  key: z.string(),
  is: z.array(z.string()).optional(),
  isNot: z.array(z.string()).optional(),
  answeredFor: z.enum(['company', 'establishment', 'item']),
  assumed: z.string(),
  assumeYesFrom: z.number().nullable(),
});

const JudgedItemRow = z
  .object({
    id: z.string(),
    own: z.boolean(),
    actId: z.string(),
    rule: z.object({
      state: State,
      minEmployees: z.number(),
      maxEmployees: z.number(),
      conditions: z.array(RequirementRow),
      belowLimit: RequirementRow.nullable(),
    }),
    days: z.object({
      due_date: z.string().nullable(),
      frequency: z.enum(FREQUENCIES),
      due_date_description: z.string(),
      exceptions: z.array(z.object({ of: z.string(), on: z.string() })),
      holiday_rule: z.enum(['next-working-day']).nullable(),
      basis: z.enum(['statutory', 'company']).nullable(),
      latest_after: z.number().nullable(),
    }),
    extensions: z.array(ExtensionRow).nullable(),
  })
  .transform(
    ({ id, own, actId, rule, days, extensions }): JudgedItem => ({
      ...{ id, actId },
      rule: { id, ...(own ? FOR_ITS_COMPANY : rule) },
      days: itemDaysOf(days, extensions ?? []),
    }),
  );

/** Items as {@link judgedItems} reads them, by their ids. */
export const JudgedItems = z
  .array(JudgedItemRow)
  .nullable()
  .transform((items) => new Map(items?.map((item) => [item.id, item])));
