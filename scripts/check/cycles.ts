import type { ImportGraph } from './imports.ts';

/** Groups of nodes that reach each other, each in alphabetical order. */
export function findCycles(graph: ImportGraph): string[][] {
  const finished = finishingOrder(graph);
  const incoming = reversed(graph);
  const taken = new Set<string>();
  return finished
    .toReversed()
    .map((node) => collect(node, incoming, taken))
    .filter((group) => group.length > 1)
    .map((group) => group.toSorted());
}

/** Nodes in the order in which a walk leaves them for good. */
function finishingOrder(graph: ImportGraph): string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  const visit = (node: string): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const next of graph.get(node) ?? []) visit(next);
    order.push(node);
  };
  for (const node of graph.keys()) visit(node);
  return order;
}

function reversed(graph: ImportGraph): Map<string, Set<string>> {
  const incoming = new Map<string, Set<string>>();
  for (const [from, targets] of graph) {
    for (const to of targets) incoming.set(to, (incoming.get(to) ?? new Set()).add(from));
  }
  return incoming;
}

/** Everything that leads to a node and was not taken by a group before. */
function collect(node: string, incoming: ReadonlyMap<string, ReadonlySet<string>>, taken: Set<string>) {
  const group: string[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (taken.has(next)) continue;
    taken.add(next);
    group.push(next);
    waiting.push(...(incoming.get(next) ?? []));
  }
  return group;
}

/** The same imports between folders: `packages/application/src/deposit`, or the file itself where it lies beside the folders. */
export function folderGraph(graph: ImportGraph): ImportGraph {
  const between = new Map<string, Set<string>>();
  for (const [from, targets] of graph) {
    const folder = folderOf(from);
    const found = between.get(folder) ?? new Set();
    for (const to of targets) if (folderOf(to) !== folder) found.add(folderOf(to));
    between.set(folder, found);
  }
  return between;
}

const folderOf = (path: string): string => /^.*?\/src\/(features\/)?[^/]+/.exec(path)?.[0] ?? path;
