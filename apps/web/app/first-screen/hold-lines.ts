/**
 * Takes the table's lines out of what was drawn, as their layout is half of all: in a frame of their own they keep no
 * press waiting. Where those out of sight are lower than the window, all stays, as what is below the table would move.
 * @returns puts them back
 */
export function holdLines(content: Element): () => void {
  const body = content.querySelector('tr[data-index]')?.parentElement;
  const gap = body?.nextElementSibling;
  const outOfSight = gap?.querySelector('tr');
  if (!body || !gap || !outOfSight || Number.parseFloat(outOfSight.style.height) < window.innerHeight) return () => {};
  const lines = [...body.childNodes];
  body.replaceChildren(outOfSight.cloneNode(true));
  // The gap comes back with the lines: it would count as moved.
  gap.remove();
  return () => {
    body.replaceChildren(...lines);
    body.after(gap);
  };
}
