import { State } from '@anupalan/contract/wire/primitives';
import { z } from 'zod';
import { Headcount, Key } from '../../platform/files/file-values.ts';

/** Whom an act, an obligation or a duty is for, by state and headcount. */
export const Reach = z.strictObject({
  state: z.enum(State.options, "must be a state or union territory, or '-' for all of them"),
  minEmployees: Headcount,
  maxEmployees: Headcount,
});

/** A requirement as an edition writes it: one question, with the answers that meet it or those that don't. */
export const EditionRequirement = z.union([
  z.strictObject({ key: Key, is: z.array(Key).min(1) }),
  z.strictObject({ key: Key, isNot: z.array(Key).min(1) }),
]);
