/** A number of the law that changes over time: a slab, a contribution, a holiday (R-law-2). */
export interface Parameter<Value> {
  readonly key: string;
  readonly value: Value;
  /** ISO days, both included. The first is null where it isn't known since when the value holds. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** The ISO day on which the value was in use by its sources. */
  readonly lastChecked: string;
}

/** The value that holds on a day, or why there is none (R-law-3). */
export type Taken<P> =
  | { readonly parameter: P; readonly certain: boolean }
  | { readonly parameter: null; readonly why: 'unknown-key' }
  /** The first day with a value, or the last one. */
  | { readonly parameter: null; readonly why: 'before' | 'after'; readonly day: string };

/**
 * The parameter of a key that holds on an ISO day, told with whether that is certain: of one whose start isn't known,
 * only days since it was checked are (R-law-3). Never another day's value.
 */
export function parameterOn<P extends Parameter<unknown>>(
  parameters: readonly P[],
  key: string,
  day: string,
): Taken<P> {
  const ofKey = parameters.filter((parameter) => parameter.key === key);
  if (ofKey.length === 0) return { parameter: null, why: 'unknown-key' };
  const parameter = ofKey.find((one) => holdsOn(one, day));
  if (parameter) return { parameter, certain: parameter.validFrom !== null || day >= parameter.lastChecked };
  const earlier = ofKey.flatMap(({ validUntil }) => (validUntil !== null && validUntil < day ? [validUntil] : []));
  const last = earlier.sort().at(-1);
  if (last !== undefined) return { parameter: null, why: 'after', day: last };
  const [first = day] = ofKey.flatMap(({ validFrom }) => validFrom ?? []).sort();
  return { parameter: null, why: 'before', day: first };
}

/** Whether an ISO day lies between two, both included; null is no limit. */
function holdsOn({ validFrom, validUntil }: Validity, day: string): boolean {
  return (validFrom === null || validFrom <= day) && (validUntil === null || day <= validUntil);
}

interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}
