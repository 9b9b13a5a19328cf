/**
 * Features that the browser goes without. It takes the last list that it is given, so that this one begins with what
 * Playwright's own has of Chromium.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Pages of the address bar's own, which each window draws though nobody sees it: 0.7 s in a Chromium with windows.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Argument of the browser by which it goes without them. */
export const WITHOUT_FEATURES = `--disable-features=${WITHOUT.join()}`;
