import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { REGISTRATION_KINDS } from '@anupalan/domain/registrations/kinds';
import { normaliseNumber, numberFault } from '@anupalan/domain/registrations/numbers';
import { z } from 'zod';
import { EvidenceLine } from '../proof/evidence-lines.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import {
  ActedFor,
  calendarDay,
  Id,
  Instant,
  IsoDay,
  LIMITS,
  optionalText,
  orNull,
  State,
  StateChoice,
  text,
} from '../wire/primitives.ts';

/** The list goes out whole, so it is capped (R-registrations-2). */
export const MAX_REGISTRATIONS = 500;

const RegistrationKind = z.enum(REGISTRATION_KINDS, { error: 'Please select a kind' });

/** A registration or licence of a company. */
export const Registration = z.object({
  _id: Id,
  kind: RegistrationKind,
  number: z.string(),
  /** Null when it is for no state of its own. */
  state: State.nullable(),
  /** The establishment that it is for; null when it is for the company. */
  establishmentId: Id.nullable(),
  authority: z.string(),
  from: IsoDay.nullable(),
  /** The last day; null when it does not expire. */
  until: IsoDay.nullable(),
  /** Workers that it is for at most; null when it says none. */
  ceiling: z.number().int().nullable(),
  /** The day on which its renewal was filed, until the new period is known (R-registrations-8). */
  renewalFiledOn: IsoDay.nullable(),
  /** The obligation to renew it, an item of `/compliance/data`; null for one that never expired. */
  renewalId: Id.nullable(),
  /** Its files (R-evidence-24). */
  evidence: z.array(EvidenceLine).optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Registration = z.infer<typeof Registration>;

const CEILING_FAULT = 'Workers must be a whole number from 1 to 10,000,000';

/** A day that may be left out: null and the empty text of a box are none. */
const optionalDay = orNull(calendarDay()).optional();

const parts = {
  kind: RegistrationKind,
  number: text('Please enter a number', { max: LIMITS.name }),
  state: orNull(StateChoice).optional(),
  establishmentId: orNull(Id).optional(),
  authority: optionalText(LIMITS.line),
  from: optionalDay,
  until: optionalDay,
  ceiling: z
    .union([
      z.literal('').transform(() => null),
      z.null(),
      z.int(CEILING_FAULT).min(1, CEILING_FAULT).max(10_000_000, CEILING_FAULT),
    ])
    .optional(),
  renewalFiledOn: optionalDay,
};

const PERIOD_FAULT = 'The last day must not be before the first';
const RENEWAL_FAULT = 'Only what expires is renewed: enter its last day too';

/** What a registration says of its time, whole or as far as a change names it. */
interface Period {
  from?: string | null | undefined;
  until?: string | null | undefined;
  renewalFiledOn?: string | null | undefined;
}

/** The fault of a whole period by field; null when its days fit each other (R-registrations-5). */
export function periodFault({ from, until, renewalFiledOn }: Period): { field: keyof Period; message: string } | null {
  const [first, last] = [from, until].map((day) => (day ? parseCalendarDay(day) : null));
  if (first && last && Temporal.PlainDate.compare(last, first) < 0) return { field: 'until', message: PERIOD_FAULT };
  return renewalFiledOn && !until ? { field: 'renewalFiledOn', message: RENEWAL_FAULT } : null;
}

/** A new registration; its number is normalised and checked by its kind (R-registrations-3, R-registrations-4). */
export const NewRegistration = ActedFor.extend(parts)
  .superRefine((form, context) => {
    const fault = periodFault(form);
    if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
  })
  .superRefine(({ kind, number }, context) => {
    const message = numberFault(kind, normaliseNumber(kind, number));
    if (message) context.addIssue({ code: 'custom', path: ['number'], message });
  })
  .transform((form) => ({ ...form, number: normaliseNumber(form.kind, form.number) }));
export type NewRegistration = z.infer<typeof NewRegistration>;

/**
 * The changes of a registration; parts left out stay as they are. What fits only together, such as the number and its
 * kind, is checked with what is stored.
 */
export const RegistrationChanges = ActedFor.extend(z.object(parts).partial().shape);
export type RegistrationChanges = z.infer<typeof RegistrationChanges>;

const answers = { 200: success(Registration) };

export const listRegistrations = defineCall({
  id: 'listRegistrations',
  method: 'GET',
  path: '/registrations',
  noun: 'registrations',
  summary: "The company's registrations and licences: what expires first comes first",
  access: 'registrations.list',
  query: ActedFor,
  answers: { 200: success(z.array(Registration)) },
});

export const createRegistration = defineCall({
  id: 'createRegistration',
  method: 'POST',
  path: '/registrations',
  noun: 'registrations',
  summary: 'Add a registration; one that expires becomes an obligation to renew it',
  access: 'registrations.manage',
  body: NewRegistration,
  answers: { 201: success(Registration) },
});

export const updateRegistration = defineCall({
  id: 'updateRegistration',
  method: 'PATCH',
  path: '/registrations/:id',
  noun: 'registrations',
  summary: 'Change a registration: a later last day renews it, and ends a renewal that was filed',
  access: 'registrations.manage',
  params: z.object({ id: Id }),
  body: RegistrationChanges,
  answers,
});

export const deleteRegistration = defineCall({
  id: 'deleteRegistration',
  method: 'DELETE',
  path: '/registrations/:id',
  noun: 'registrations',
  summary: 'Remove a registration with its obligation; what was recorded about its renewals is kept',
  access: 'registrations.manage',
  params: z.object({ id: Id }),
  query: ActedFor,
  answers: { 200: Acknowledgement },
});
