import path from 'node:path';
import { parseAst, type Rolldown } from 'vite';

/** Libraries whose one entry names hundreds of modules, of which a page uses a few. */
const LIBRARIES = ['@mantine/core', '@mantine/hooks', '@mantine/dates', '@tabler/icons-react'];

/**
 * Modules that a module uses: what it imports, and of a library only what it takes out of it.
 * @throws SyntaxError when the code of a module is none.
 */
export function listUsedImports(id: string, modules: Rolldown.ChunkingContext): string[] {
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {};
  const entries = new Map<string, string>();
  for (const library of LIBRARIES) {
    const entry = importedIds.find((imported) => imported.includes(`/node_modules/${library}/`));
    if (entry !== undefined) entries.set(library, entry);
  }
  if (entries.size === 0 || !code) return importedIds;
  const used = readImports(code).flatMap(({ from, names }) => {
    const entry = entries.get(from);
    return entry === undefined ? [] : [entry, ...names.flatMap((name) => findExported(entry, name, modules) ?? [])];
  });
  const ofLibraries = new Set(entries.values());
  return [...importedIds.filter((imported) => !ofLibraries.has(imported)), ...used];
}

/** Whether a module is the entry of such a library, whose own imports say nothing. */
export function isLibraryEntry(id: string, modules: Rolldown.ChunkingContext): boolean {
  return LIBRARIES.some((library) => id.includes(`/node_modules/${library}/`)) && exportsOf(id, modules).size > 20;
}

function findExported(entry: string, name: string, modules: Rolldown.ChunkingContext): string | undefined {
  return exportsOf(entry, modules).get(name);
}

const known = new Map<string, ReadonlyMap<string, string>>();

/** Modules that a library's entry passes on, by the names of what they export. */
function exportsOf(entry: string, modules: Rolldown.ChunkingContext): ReadonlyMap<string, string> {
  const found = known.get(entry);
  if (found) return found;
  const named = readImports(modules.getModuleInfo(entry)?.code ?? '').flatMap(({ from, names }) =>
    names.map((name) => [name, path.join(path.dirname(entry), from)] as const),
  );
  const exported = new Map(named);
  known.set(entry, exported);
  return exported;
}

interface Import {
  readonly from: string;
  /** The names as the module calls them. */
  readonly names: readonly string[];
}

/** Imports of a module, and what it passes on of others. */
function readImports(code: string): Import[] {
  return parseAst(code).body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') {
      const names = statement.specifiers.map((each) =>
        each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' ? each.imported.name : each.local.name,
      );
      return [{ from: statement.source.value, names }];
    }
    if (statement.type === 'ExportNamedDeclaration' && statement.source) {
      const names = statement.specifiers.map(({ exported }) => (exported.type === 'Identifier' ? exported.name : ''));
      return [{ from: statement.source.value, names }];
    }
    return [];
  });
}
