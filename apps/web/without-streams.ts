import type { Plugin } from 'vite';
import { replaceModules } from './replace-modules.ts';

/** Entry of React's renderers for servers: one that makes a string, and one that makes a stream of bytes. */
const RENDERERS = /\/react-dom\/server\.browser\.js(\?|$)/;

/** Leaves out React's renderer of streams, as a page that draws itself has nobody to send bytes to. */
export function leaveOutStreams(): Plugin {
  return replaceModules(
    'leave-out-streams',
    RENDERERS,
    () => "module.exports = require('./cjs/react-dom-server-legacy.browser.production.js');",
  );
}
