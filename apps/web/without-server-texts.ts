import path from 'node:path';
import type { Plugin } from 'vite';

const CONTRACT = path.join(import.meta.dirname, '../../packages/contract/src/');

/** A call as the contract defines it, up to its end. */
const CALL = /defineCall\(\{$.*?^\}\);$/gms;

/** What only the server reads of it: a text in quotes, on its own line or the next. */
const SERVERS = /^ {2}(?:id|summary|access):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/gm;

/**
 * Leaves out the names, summaries and actions of the contract's calls, which the server routes by and the API's document
 * has; sign-in would load forty of each.
 */
export function leaveOutServerTexts(): Plugin {
  return {
    name: 'leave-out-server-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(CONTRACT)) return null;
      // Lines stay where they are, for the sake of stack traces.
      const empty = (text: string) => text.replace(/[^\n]/g, '');
      return { code: code.replace(CALL, (call) => call.replace(SERVERS, empty)), map: null };
    },
  };
}
