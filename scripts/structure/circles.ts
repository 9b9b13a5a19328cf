import { SERVER_FEATURES, WEB_FEATURES } from './layers.ts';
import { type Check, isTest, type Source } from './sources.ts';

type Graph = Map<string, Iterable<string>>;

/** Circles of files: files that import each other, directly or not, are one file that was cut in the wrong place. */
export const checkFileCircles: Check = (sources) =>
  findCircles(new Map(sources.map(({ file, imports }) => [file, imports]))).map(
    (circle) => `${circle}: a circle of imports`,
  );

/** Circles of features: those that need each other are one feature, or lack a third that both need. */
export const checkFeatureCircles: Check = (sources) =>
  [SERVER_FEATURES, WEB_FEATURES].flatMap((folder) =>
    findCircles(joinFeatures(folder, sources)).map((circle) => `${folder}: ${circle}: a circle of features`),
  );

function joinFeatures(folder: string, sources: readonly Source[]): Graph {
  const featureOf = (file: string) => file.slice(folder.length).split('/')[0] ?? '';
  const graph = new Map<string, Set<string>>();
  for (const { file, imports } of sources) {
    if (!file.startsWith(folder) || isTest(file)) continue;
    const own = featureOf(file);
    const others = graph.get(own) ?? new Set();
    for (const imported of imports) {
      if (imported.startsWith(folder) && featureOf(imported) !== own) others.add(featureOf(imported));
    }
    graph.set(own, others);
  }
  return graph;
}

function findCircles(graph: Graph): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (node: string, trail: string[]): void => {
    const at = trail.indexOf(node);
    if (at >= 0) circles.push([...trail.slice(at), node].join(' → '));
    if (at >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) follow(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) follow(node, []);
  return circles;
}
