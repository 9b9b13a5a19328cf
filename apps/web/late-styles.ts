import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { listParts } from './list-parts.ts';
import { selectStyles } from './public-pages/select-styles.ts';

/** Libraries of which the application uses some components, late, and those components. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  '@mantine/dates': [
    'CalendarHeader',
    'DateInput',
    'Day',
    'LevelsGroup',
    'Month',
    'MonthsList',
    'PickerControl',
    'WeekdaysRow',
    'YearsList',
  ],
  '@mantine/dropzone': ['Dropzone'],
  '@mantine/schedule': [
    'AgendaView',
    'HeaderControl',
    'MonthView',
    'MonthYearSelect',
    'MoreEvents',
    'ScheduleEvent',
    'ScheduleHeader',
    'ViewSelect',
  ],
};

/** Module with the names of a component's classes, which the component imports. */
const CLASSES = /\/(@mantine\/(?:dates|dropzone|schedule))\/esm\/(?:.+\/)?(\w+)\.module\.mjs$/;

/** Names of classes in such a module. */
const NAMES = /"(m_[0-9a-f]+)"/g;

const SHEETS = new Map(
  Object.keys(LIBRARIES).map((library) => [fileURLToPath(import.meta.resolve(`${library}/styles.layer.css`)), library]),
);

/** Style sheets of libraries that are used late; modules by their paths. */
export const LATE_STYLES: ReadonlySet<string> = new Set(SHEETS.keys());

/**
 * Leaves out of those sheets what is for components that nobody uses, most of it. The build fails when other components
 * are used than are listed here.
 */
export function selectLateStyles(): Plugin {
  return {
    name: 'select-late-styles',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const library = SHEETS.get(id);
      return library === undefined
        ? null
        : { code: selectStyles(code, listClasses(id, LIBRARIES[library])), map: null };
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const modules = listParts(bundle).flatMap(({ moduleIds }) => moduleIds);
      for (const [library, listed] of Object.entries(LIBRARIES)) {
        const found = modules.map((id) => CLASSES.exec(id)).filter((match) => match?.[1] === library);
        const used = new Set(found.map((match) => match?.[2] ?? ''));
        const differing = [...used.symmetricDifference(new Set(listed))];
        if (differing.length > 0)
          this.error(`late-styles.ts and the use of ${library} differ in ${differing.join(', ')}`);
      }
    },
  };
}

function listClasses(sheet: string, components: readonly string[] = []): ReadonlySet<string> {
  const folder = path.join(path.dirname(sheet), 'esm');
  const files = components.flatMap((component) => globSync(`${folder}/**/${component}.module.mjs`));
  return new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(NAMES)].map(([, name = '']) => name)));
}
