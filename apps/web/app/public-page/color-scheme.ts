/** Choice of the visitor, where the component library keeps it. */
const KEY = 'mantine-color-scheme-value';

const ATTRIBUTE = 'data-mantine-color-scheme';

type Scheme = 'light' | 'dark';

/**
 * Switches between light and dark until the application does, as the component library would: the choice is kept, holds
 * in all tabs, and until somebody chooses the system does (R-pages-12). The page's head applied it before the first
 * paint.
 */
export function operateColorScheme(signal: AbortSignal): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('[data-switches-scheme]')) {
        switchScheme(document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'light' : 'dark');
      }
    },
    { signal },
  );
  system.addEventListener('change', () => readChoice() ?? show(system.matches ? 'dark' : 'light'), { signal });
  window.addEventListener(
    'storage',
    ({ key }) => {
      const chosen = key === KEY && readChoice();
      if (chosen) show(chosen);
    },
    { signal },
  );
}

function switchScheme(scheme: Scheme): void {
  show(scheme);
  stopTransitions();
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // A browser that keeps nothing shows the choice on this page.
  }
}

function show(scheme: Scheme): void {
  document.documentElement.setAttribute(ATTRIBUTE, scheme);
}

function readChoice(): Scheme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}

/** Colours change at once, not each in its own time. */
function stopTransitions(): void {
  const style = document.createElement('style');
  style.textContent = '*, *::before, *::after { transition: none !important; }';
  document.head.append(style);
  setTimeout(() => style.remove(), 10);
}
