/** `meta` of a page: its name first, so that tabs and bookmarks can be told apart. */
export function pageTitle(title: string, description?: string) {
  const named = { title: `${title} · Anupalan` };
  return description ? [named, { name: 'description', content: description }] : [named];
}
