import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';

interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, LockedPackage>>;

/**
 * Folders below `node_modules` that `npm ci --omit=dev` installs for these workspaces, as package-lock.json has them.
 *
 * @param workspaces folders; '' is the project itself
 */
export function productionModules(workspaces: readonly string[]): readonly string[] {
  const { packages }: { packages: Lock } = JSON.parse(
    readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
  );
  const links = Object.keys(packages).filter((place) =>
    workspaces.includes(packages[place]?.resolved ?? 'none'),
  );
  const found = new Set<string>(links);
  const left = [...workspaces];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const needed = namesOf(packages[folder]).flatMap((name) => placeOf(packages, folder ?? '', name));
    for (const place of needed.filter((each) => !found.has(each))) {
      found.add(place);
      left.push(packages[place]?.link === true ? (packages[place].resolved ?? '') : place);
    }
  }
  return [...found].toSorted();
}

const namesOf = (entry: LockedPackage | undefined): readonly string[] =>
  [entry?.dependencies, entry?.optionalDependencies, entry?.peerDependencies].flatMap((names) =>
    Object.keys(names ?? {}),
  );

/** Where Node finds the package: beside the one that needs it, or in a folder above. */
function placeOf(packages: Lock, from: string, name: string): readonly string[] {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const place = posix.join(folder === '.' ? '' : folder, 'node_modules', name);
    if (packages[place] !== undefined) return [place];
    if (folder === '' || folder === '.') return [];
  }
}
