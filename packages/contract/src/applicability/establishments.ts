import { NATURES } from '@anupalan/domain/conditions';
import { STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { ActedFor, EmployeeCount, Id, LIMITS, State, text } from '../wire/primitives.ts';

/** The establishments of a company are read with everything that applies to it, so they are capped. */
export const MAX_ESTABLISHMENTS = 500;

export const Nature = z.enum(NATURES, { error: 'Please say what this place is' });

/** A place of a company (R-applicability-1). */
export const Establishment = z.object({
  _id: Id,
  name: z.string(),
  /** `-` only of the one that follows the profile of a company of all states. */
  state: State,
  city: z.string(),
  employeeCount: EmployeeCount,
  /** What it is; null as long as nobody has said. */
  nature: Nature.nullable(),
  /** Whether it is the one that every company has, which is as the profile says where nobody changed it. */
  followsProfile: z.boolean(),
});
export type Establishment = z.infer<typeof Establishment>;

const parts = {
  name: text('Establishment name is required'),
  state: z.enum(STATES, { error: 'State is required' }),
  city: text('Please enter a city', { min: 0, max: LIMITS.name }),
  employeeCount: EmployeeCount,
  nature: Nature.nullable(),
};

export const NewEstablishment = ActedFor.extend({
  ...parts,
  city: parts.city.default(''),
  nature: parts.nature.default(null),
});
export type NewEstablishment = z.infer<typeof NewEstablishment>;

/** Changes of an establishment; parts left out stay as they are. */
export const EstablishmentChanges = z.object(parts).partial().extend(ActedFor.shape);
export type EstablishmentChanges = z.infer<typeof EstablishmentChanges>;

const Establishments = success(z.array(Establishment));

export const listEstablishments = defineCall({
  id: 'listEstablishments',
  method: 'GET',
  path: '/establishments',
  noun: 'establishments',
  summary: 'The establishments of the company, the one that follows its profile first; none without a company',
  access: 'establishments.read',
  query: ActedFor,
  answers: { 200: Establishments },
});

export const createEstablishment = defineCall({
  id: 'createEstablishment',
  method: 'POST',
  path: '/establishments',
  noun: 'establishments',
  summary: "Add an establishment; its state becomes one of the company's",
  access: 'establishments.change',
  body: NewEstablishment,
  answers: { 201: success(Establishment) },
});

export const updateEstablishment = defineCall({
  id: 'updateEstablishment',
  method: 'PATCH',
  path: '/establishments/:id',
  noun: 'establishments',
  summary: 'Change an establishment',
  access: 'establishments.change',
  params: z.object({ id: Id }),
  body: EstablishmentChanges,
  answers: { 200: success(Establishment) },
});

export const deleteEstablishment = defineCall({
  id: 'deleteEstablishment',
  method: 'DELETE',
  path: '/establishments/:id',
  noun: 'establishments',
  summary: "Remove an establishment, but not the one that follows the company's profile",
  access: 'establishments.change',
  params: z.object({ id: Id }),
  query: ActedFor,
  answers: { 200: Acknowledgement },
});
