import { PageNumber } from '@anupalan/contract/wire/primitives';
import type { z } from 'zod';

/** Page and filters that a list keeps in its address. */
export type AddressState = Readonly<Record<string, string | number | undefined>>;

/** Page of a list; the first when the address has no valid one. */
export function readPage(params: URLSearchParams): number {
  return readParam(params, 'page', PageNumber) ?? 1;
}

/** Validated parameter; undefined when it is missing or invalid. */
export function readParam<T extends z.ZodType>(params: URLSearchParams, name: string, schema: T) {
  return schema.safeParse(params.get(name) || undefined).data;
}

/** Address without the first page and without empty filters, so that one state has one address. */
export function toSearchParams(state: AddressState): URLSearchParams {
  const given = Object.entries(state).filter(([name, value]) => value && !(name === 'page' && value === 1));
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
