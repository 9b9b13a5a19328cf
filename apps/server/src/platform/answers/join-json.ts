/** Joins the members of two objects, which are JSON, and of which the second may have none. */
export function joinJson(one: string, other: string): string {
  return other === '{}' ? one : `${one.slice(0, -1)},${other.slice(1)}`;
}
