import type { Plugin } from 'vite';

/** Modules of zod that describe a schema as JSON, which nobody does in a browser; every schema would bring them. */
const DESCRIBE = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js(\?|$)/;

const EXPORTED = /^export (?:const |function |\{ \w+ as )(\w+)/gm;

/** Leaves out what describes schemas as JSON: functions of these modules do nothing. */
export function leaveOutJsonSchemas(): Plugin {
  return {
    name: 'leave-out-json-schemas',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!DESCRIBE.test(id)) return null;
      const names = [...code.matchAll(EXPORTED)].map(([, name]) => name);
      return { code: names.map((name) => `export function ${name}() {}`).join('\n'), map: null };
    },
  };
}
