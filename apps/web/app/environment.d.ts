/** The year of the build, from `vite.config.ts`: static pages and the browser must print the same. */
declare const __BUILD_YEAR__: number;

interface ImportMetaEnv {
  readonly FOOTER_CREDIT?: string;
  readonly FOOTER_CREDIT_URL?: string;
  readonly SUPPORT_EMAIL?: string;
}
