import type { Plugin } from 'vite';

/** Entry of React's renderers for servers: one that makes a string, and one that makes a stream of bytes. */
const RENDERERS = /\/react-dom\/server\.browser\.js(\?|$)/;

/** Leaves out React's renderer of streams, as a page that draws itself has nobody to send bytes to. */
export function leaveOutStreams(): Plugin {
  return {
    name: 'leave-out-streams',
    enforce: 'pre',
    apply: 'build',
    transform(_code, id) {
      if (!RENDERERS.test(id)) return null;
      return { code: "module.exports = require('./cjs/react-dom-server-legacy.browser.production.js');", map: null };
    },
  };
}
