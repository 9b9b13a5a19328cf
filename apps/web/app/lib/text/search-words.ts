/** Predicate for texts in lower case: whether they have every word of the search. */
export function hasEveryWord(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
}
