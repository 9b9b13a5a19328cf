import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { theme } from './app/theme.ts';
import { replaceModules } from './replace-modules.ts';

/** Module that reckons the theme's colours, some hundred, and those of the library's own theme to compare them with. */
const RECKONS = /\/@mantine\/core\/esm\/.+\/MantineCssVariables\.mjs(\?|$)/;

/** Module of ours that has them as CSS. */
const HAS_CSS = /\/app\/theme-css\.ts(\?|$)/;

const WRITTEN = /<style data-mantine-styles="true">([^<]+)<\/style>/;

/** Code for the browser: every page has them already. */
const READ = `export const THEME_CSS = document.querySelector('style[data-theme]').textContent;`;

/**
 * Has the variables of the theme, which are always the same, written when the application is built: in the head of each
 * page, as HTML wants it, and in no script. The library writes them in the body.
 */
export function writeThemeVariables(): Plugin[] {
  return [
    replaceModules('write-theme-variables', HAS_CSS, function () {
      if (this.environment.name === 'client') return READ;
      const [, css] = WRITTEN.exec(renderToStaticMarkup(createElement(MantineProvider, { theme }, null))) ?? [];
      if (css === undefined) this.error('The component library writes its variables otherwise: see theme-variables.ts');
      return `export const THEME_CSS = ${JSON.stringify(css)};`;
    }),
    replaceModules('reckon-no-theme-variables', RECKONS, () => 'export const MantineCssVariables = () => null;'),
  ];
}
