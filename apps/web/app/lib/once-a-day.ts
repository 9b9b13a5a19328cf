/**
 * What is derived from a thing and the day is derived once, whoever asks: only another thing or another day is read
 * afresh. For things that are replaced and never changed, as those in the query cache are.
 */
export function onceADay<Thing extends object, Result>(
  derive: (thing: Thing, today: Temporal.PlainDate) => Result,
): (thing: Thing, today: Temporal.PlainDate) => Result {
  const known = new WeakMap<Thing, { today: Temporal.PlainDate; result: Result }>();
  return (thing, today) => {
    const last = known.get(thing);
    if (last && Temporal.PlainDate.compare(last.today, today) === 0) return last.result;
    const result = derive(thing, today);
    known.set(thing, { today, result });
    return result;
  };
}
