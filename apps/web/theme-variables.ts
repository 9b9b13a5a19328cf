import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { theme } from './app/theme.ts';
import { replaceModules } from './replace-modules.ts';

/** Module that reckons the theme's colours, some hundred, and those of the library's own theme to compare them with. */
const RECKONS = /\/@mantine\/core\/esm\/.+\/MantineCssVariables\.mjs(\?|$)/;

const WRITTEN = /<style data-mantine-styles="true">([^<]+)<\/style>/;

/** Has the variables of the theme, which are always the same, written when the application is built. */
export function writeThemeVariables(): Plugin {
  return replaceModules('write-theme-variables', RECKONS, function () {
    const [, css] = WRITTEN.exec(renderToStaticMarkup(createElement(MantineProvider, { theme }, null))) ?? [];
    if (css === undefined) this.error('The component library writes its variables otherwise: see theme-variables.ts');
    const props = { 'data-mantine-styles': true, dangerouslySetInnerHTML: { __html: css } };
    return `import { jsx } from 'react/jsx-runtime';
const PROPS = ${JSON.stringify(props)};
export function MantineCssVariables() {
  return jsx('style', PROPS);
}`;
  });
}
