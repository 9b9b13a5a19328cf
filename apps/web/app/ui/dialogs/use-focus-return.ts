import { useLayoutEffect, useState } from 'react';

/** What the keyboard reaches; that it is visible and enabled is asked when it is to have the focus. */
const REACHABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** Pause (ms) in which what was removed with the dialog, such as a deleted row, has gone. */
const AFTERWARDS = 10;

/**
 * Gives the focus back when a dialog closes or is taken away: to what opened it, to the button of the menu that it was
 * opened from, or, where that has gone, to what stands next to where it was (R-pages-43). Who moved it there on purpose
 * before keeps it. The library's own does so for dialogs alone that were there before they opened, and knows neither
 * menus nor neighbours.
 */
export function useFocusReturn(opened: boolean): void {
  const [place, setPlace] = useState<Place | null>(null);
  // While it is rendered: a menu takes the item that was pressed away in the same commit.
  if (opened && !place) setPlace(rememberPlace(document.activeElement));
  if (!opened && place) setPlace(null);
  useLayoutEffect(() => {
    if (!place) return;
    return () => {
      const page = document;
      const atClose = page.activeElement;
      const wasLeft = layerOf(atClose) === place.layer;
      setTimeout(() => {
        const now = page.activeElement;
        const isLost = now === null || now === page.body || (now === atClose && !wasLeft);
        if (isLost) place.find()?.focus({ preventScroll: true });
      }, AFTERWARDS);
    };
  }, [place]);
}

interface Place {
  /** The page, or the dialog over it, that the element was in. */
  readonly layer: Element;
  /** The element that was there, or what is nearest to its place by now. */
  readonly find: () => HTMLElement | null;
}

function rememberPlace(active: Element | null): Place {
  const opener = buttonOfMenu(active) ?? active;
  // Inside a dialog the focus stays in it: once that has closed, it is its own place that counts.
  const within = layerOf(opener);
  if (!(opener instanceof HTMLElement) || opener === document.body) return { layer: within, find: () => null };
  const all = reachableIn(within);
  const isBehind = (one: Element) => (opener.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const [before, behind] = [all.filter((one) => one !== opener && !isBehind(one)), all.filter(isBehind)];
  const near = [...behind, ...before.reverse()];
  const around = ancestorsOf(opener, within);
  const find = () => {
    if (!within.isConnected) return null;
    if (canTake(opener)) return opener;
    for (const ancestor of around.filter(({ isConnected }) => isConnected)) {
      const found = [...near, ...reachableIn(ancestor)].find((one) => ancestor.contains(one) && canTake(one));
      if (found) return found;
    }
    return null;
  };
  return { layer: within, find };
}

function layerOf(element: Element | null): Element {
  return element?.closest('[role="dialog"]') ?? document.body;
}

/** Button that opened the menu of an item, which closes with it. */
function buttonOfMenu(item: Element | null): HTMLElement | null {
  const id = item?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

function reachableIn(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(REACHABLE)];
}

function ancestorsOf(element: Element, within: Element): Element[] {
  const above: Element[] = [];
  for (let one = element.parentElement; one; one = one === within ? null : one.parentElement) above.push(one);
  return above;
}

function canTake(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled, [hidden] *, [aria-hidden="true"] *, [inert] *')) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
