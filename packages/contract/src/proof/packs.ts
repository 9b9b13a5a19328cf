import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { calendarDay, Id, optionalText } from '../wire/primitives.ts';
import { FileAddress, FileToken, PreparedFile } from './prepared-files.ts';

/** Years that a pack covers at most (R-packs-1). */
const MOST_PACK_YEARS = 10;

const MOST_ACTS = 200;

/** What a pack is asked for: a period by due days, and all acts, some, or those of an authority (R-packs-1). */
export const NewPack = z
  .object({
    from: calendarDay('Please choose the first day'),
    to: calendarDay('Please choose the last day'),
    acts: z.array(z.uuid('Act must be an id')).max(MOST_ACTS, `Please choose at most ${MOST_ACTS} acts`).optional(),
    authority: optionalText(),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    const days = [from, to].map((day) => Temporal.PlainDate.from(day.slice(0, 10)));
    const [first, last] = days;
    if (!first || !last) return;
    const message =
      Temporal.PlainDate.compare(last, first) < 0
        ? 'The last day must not be before the first'
        : Temporal.PlainDate.compare(last, first.add({ years: MOST_PACK_YEARS })) >= 0
          ? `A pack covers at most ${MOST_PACK_YEARS} years`
          : null;
    if (message) addIssue({ code: 'custom', path: ['to'], message });
  });
export type NewPack = z.infer<typeof NewPack>;

/** A pack with what it was asked for. */
export const Pack = PreparedFile.extend({
  from: z.string(),
  to: z.string(),
  acts: z.array(z.object({ _id: Id, name: z.string() })).nullable(),
  authority: z.string().nullable(),
});
export type Pack = z.infer<typeof Pack>;

const OnePack = z.object({ id: Id });

export const createPack = defineCall({
  id: 'createPack',
  method: 'POST',
  path: '/packs',
  noun: 'packs',
  summary: 'Have an inspection pack made of a period: register, evidence, activity and manifest in one ZIP',
  access: 'packs.make',
  body: NewPack,
  answers: { 201: success(Pack) },
});

export const listPacks = defineCall({
  id: 'listPacks',
  method: 'GET',
  path: '/packs',
  noun: 'packs',
  summary: 'The packs of the company that are being made, or were within 24 hours, newest first (20 at most)',
  access: 'packs.make',
  answers: { 200: success(z.array(Pack)) },
});

export const getPack = defineCall({
  id: 'getPack',
  method: 'GET',
  path: '/packs/:id',
  noun: 'packs',
  summary: 'What has become of a pack',
  access: 'packs.make',
  params: OnePack,
  answers: { 200: success(Pack) },
});

export const addressPack = defineCall({
  id: 'addressPack',
  method: 'POST',
  path: '/packs/:id/address',
  noun: 'packs',
  summary: 'An address from which a pack can be fetched once, within 60 seconds',
  access: 'packs.make',
  params: OnePack,
  answers: { 201: success(FileAddress) },
});

export const fetchPack = defineCall({
  id: 'fetchPack',
  method: 'GET',
  path: '/packs/files/:token',
  noun: 'packs',
  summary: 'The file of an address; a Range goes on with a download that broke off',
  access: 'public',
  params: FileToken,
  media: ['application/zip'],
  answers: { 200: z.any(), 206: z.any() },
});
