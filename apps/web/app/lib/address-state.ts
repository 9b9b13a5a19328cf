import { PageNumber } from '@anupalan/contract/primitives';
import type { z } from 'zod';

/** What a page keeps in its address. */
export type AddressState = Readonly<Record<string, string | number | undefined>>;

/** The page of a list; the first when the address has none, or none that can be. */
export function readPage(params: URLSearchParams): number {
  return readParam(params, 'page', PageNumber) ?? 1;
}

/** A parameter that is what it should be; undefined otherwise. */
export function readParam<T extends z.ZodType>(params: URLSearchParams, name: string, schema: T) {
  return schema.safeParse(params.get(name) || undefined).data;
}

/** The first page and whatever is not given are left out, so that one thing has one address. */
export function toSearchParams(state: AddressState): URLSearchParams {
  const given = Object.entries(state).filter(([name, value]) => value && !(name === 'page' && value === 1));
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
