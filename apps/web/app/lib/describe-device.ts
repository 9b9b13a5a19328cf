type Clue = readonly [name: string, mark: RegExp];

/** Browsers in the order of asking: most claim to be those below them, too. */
const BROWSERS: readonly Clue[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly Clue[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and system of a User-Agent, such as "Chrome on Windows" (R-accounts-39). */
export function describeDevice(userAgent: string): string {
  const browser = recognise(BROWSERS, userAgent);
  const system = recognise(SYSTEMS, userAgent);
  if (!browser && !system) return 'Unknown device';
  return `${browser ?? 'Unknown browser'} on ${system ?? 'unknown device'}`;
}

function recognise(clues: readonly Clue[], userAgent: string): string | undefined {
  return clues.find(([, mark]) => mark.test(userAgent))?.[0];
}
