import { dirname, join } from 'node:path';
import { importsByPath, importsOf, type SyntaxNode } from '../lib/syntax.ts';

/**
 * The tests that a change of this file can reach: those that import it, directly or through others, and those that import
 * what they find by a path.
 */
export function relatedTests(path: string, programs: ReadonlyMap<string, SyntaxNode>): string[] {
  const importers = importersOf(programs);
  const reached = new Set([path]);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  for (const [file, program] of programs) if (importsByPath(program)) reached.add(file);
  return [...reached].filter((file) => file.endsWith('.test.ts')).toSorted();
}

function importersOf(programs: ReadonlyMap<string, SyntaxNode>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, program] of programs) {
    for (const source of importsOf(program)) {
      const imported = join(dirname(path), source);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}
