import { findCycles, folderGraph } from './cycles.ts';
import { importGraph, type ImportGraph } from './imports.ts';
import type { Finding, SourceFile } from './sources.ts';

/** How many floors each package may have: six are the bar, and what has more today may not grow. A circle of folders counts as one. */
const MOST: Readonly<Record<string, number>> = {
  'packages/application': 6,
  // One above the slices' events: `event-fields` names the class of every field of all of them (decisions/0197).
  'packages/contracts': 6,
  'packages/domain': 10,
  'packages/event-store': 8,
  'packages/ui': 5,
  'packages/browser-sync': 3,
  'services/api': 10,
  'services/workers': 7,
  web: 7,
};

/** Packages whose longest chain of imports between folders is longer than it may be, with that chain. */
export function findHighHouses(files: readonly SourceFile[]): Finding[] {
  return Object.entries(MOST).flatMap(([folder, most]) => {
    const own = files.filter(({ path }) => path.startsWith(`${folder}/src/`));
    const chain = longestChain(folderGraph(importGraph(own)));
    if (chain.length <= most) return [];
    const names = chain.map((it) => it.slice(`${folder}/src/`.length)).join(' > ');
    return [{ path: folder, message: `has ${chain.length} floors, the limit is ${most}: ${names}` }];
  });
}

/** From the top floor down; of a circle its first folder stands for all. */
function longestChain(graph: ImportGraph): readonly string[] {
  const circles = new Map(findCycles(graph).flatMap((circle) => circle.map((node) => [node, circle])));
  const known = new Map<string, readonly string[]>();
  const chainFrom = (node: string): readonly string[] => {
    const circle = circles.get(node) ?? [node];
    const [name = node] = circle;
    const found = known.get(name);
    if (found !== undefined) return found;
    const below = circle.flatMap((it) => [...(graph.get(it) ?? [])]).filter((it) => !circle.includes(it));
    const chain = [name, ...longest(below.map(chainFrom))];
    known.set(name, chain);
    return chain;
  };
  return longest([...graph.keys()].map(chainFrom));
}

const longest = (chains: readonly (readonly string[])[]): readonly string[] =>
  chains.reduce((most, chain) => (chain.length > most.length ? chain : most), []);
