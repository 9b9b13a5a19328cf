import type { EventKind } from '@anupalan/contract/events/kinds';

/** Groups of the dialog in order, by the keys of their kinds. */
const GROUPS: readonly (readonly [name: string, kinds: readonly string[]])[] = [
  ['People', ['joins', 'leaves', 'maternity', 'adoption', 'milestone', 'family-change', 'vacancy']],
  ['Accidents', ['accident', 'dangerous-occurrence']],
  ['Authorities', ['authority-notice', 'notice', 'inspection']],
  ['Complaints', ['posh-complaint', 'grievance']],
  ['Work', ['conditions-change', 'women-night-shift', 'works-on-holiday', 'strike-lockout', 'workforce-reduction']],
  ['Places', ['opens', 'registered', 'changes', 'threshold', 'closes', 'contractor', 'construction-work']],
];

const OTHER = 'Other';

/** A group of the dialog. */
export interface KindGroup {
  readonly name: string;
  readonly kinds: readonly EventKind[];
}

/**
 * The kinds that are offered and match what was typed, in groups; a kind of a later edition that no group names is among
 * the others. Every word typed has to be in the name, the description or what the kind may open.
 */
export function groupKinds(kinds: readonly EventKind[], search: string): KindGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = kinds.filter((kind) => kind.offered && words.every((word) => textOf(kind).includes(word)));
  const groupOf = new Map(GROUPS.flatMap(([name, keys]) => keys.map((key) => [key, name] as const)));
  const byGroup = Map.groupBy(shown, ({ key }) => groupOf.get(key) ?? OTHER);
  return [...GROUPS.map(([name]) => name), OTHER].flatMap((name) => {
    const found = byGroup.get(name);
    return found ? [{ name, kinds: found }] : [];
  });
}

function textOf({ name, description, duties }: EventKind): string {
  return [name, description, ...duties.map(({ title }) => title)].join(' ').toLowerCase();
}

/** What a kind may open, in a line: the first duties by name. */
export function describeOpens({ duties }: Pick<EventKind, 'duties'>): string {
  if (duties.length === 0) return 'Opens no duty by itself';
  const [first, second] = duties.map(({ title }) => title);
  const rest = duties.length - 2;
  const named = [first, second].filter(Boolean).join('; ');
  return rest > 0 ? `May open: ${named}; and ${rest} more` : `May open: ${named}`;
}
