/** The stamps of all slots of a subject in any order, as SQL: to sort or to sum them up costs as much as the session. */
export function stampsOf(subject: string): string {
  return `array(select stamp from versions where subject_id = ${subject})::text`;
}

/** The version that PostgreSQL's text of stamps stands for: the same in whatever order they were read; '' is none. */
export function versionOf(stamps: string): string {
  return stamps.includes(',') ? stamps.slice(1, -1).split(',').toSorted().join() : stamps.slice(1, -1);
}
