import type { Plugin } from 'vite';
import { replaceModules } from './replace-modules.ts';

/** Modules of zod that describe a schema as JSON, which nobody does in a browser; every schema would bring them. */
const DESCRIBE = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js(\?|$)/;

const EXPORTED = /^export (?:const |function |\{ \w+ as )(\w+)/gm;

/** Leaves out what describes schemas as JSON: functions of these modules do nothing. */
export function leaveOutJsonSchemas(): Plugin {
  return replaceModules('leave-out-json-schemas', DESCRIBE, (code) =>
    [...code.matchAll(EXPORTED)].map(([, name]) => `export function ${name}() {}`).join('\n'),
  );
}
