import path from 'node:path';
import { checkFeatureCircles, checkFileCircles } from './structure/circles.ts';
import { checkDays } from './structure/days.ts';
import { checkLayers, checkRecipes } from './structure/layers.ts';
import { checkFolders, checkLength, checkNames } from './structure/names.ts';
import { checkColours, checkPermissions, checkRules } from './structure/references.ts';
import { listSources } from './structure/sources.ts';
import { checkWriters } from './structure/tables.ts';

/*
 * Checks the structure that docs/architecture.md draws.
 */

const CHECKS = [
  checkLayers,
  checkRecipes,
  checkFileCircles,
  checkFeatureCircles,
  checkNames,
  checkLength,
  checkFolders,
  checkWriters,
  checkPermissions,
  checkRules,
  checkColours,
  checkDays,
];

/** Every breach of the structure in a project, each as `file: what is wrong`; no breach, no entry. */
export function checkStructure(root: string): string[] {
  const sources = listSources(root);
  return CHECKS.flatMap((check) => check(sources, root));
}

if (import.meta.main) {
  const breaches = checkStructure(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..')));
  for (const breach of breaches) console.error(breach);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
