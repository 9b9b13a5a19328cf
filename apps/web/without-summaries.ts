import path from 'node:path';
import type { Plugin } from 'vite';

const CONTRACT = path.join(import.meta.dirname, '../../packages/contract/src/');

/** What a call is for, in words: a text in quotes, on its own line or the next. */
const SUMMARY = /^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/gm;

/** Leaves out the summaries of the contract's calls, which only the API's document has; sign-in would load forty of them. */
export function leaveOutSummaries(): Plugin {
  return {
    name: 'leave-out-summaries',
    enforce: 'pre',
    transform(code, id) {
      // Lines stay where they are, for the sake of stack traces.
      return id.startsWith(CONTRACT)
        ? { code: code.replace(SUMMARY, (text) => text.replace(/[^\n]/g, '')), map: null }
        : null;
    },
  };
}
