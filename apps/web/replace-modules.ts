import type { Plugin, Rolldown } from 'vite';

/** What a build has in place of a module with this code. */
type Write = (this: Rolldown.TransformPluginContext, code: string) => string;

/** Plugin with which a build has others in place of the modules of these ids. */
export function replaceModules(name: string, ids: RegExp, write: Write): Plugin {
  return {
    name,
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      return ids.test(id) ? { code: write.call(this, code), map: null } : null;
    },
  };
}
