import type { Finding, SourceFile } from './sources.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Dependencies that are not pinned: an unpinned install under an old Node silently picks old majors. */
export function findLooseVersions(files: readonly SourceFile[]): Finding[] {
  return files.filter(({ path }) => /(^|\/)package\.json$/.test(path)).flatMap(looseIn);
}

function looseIn(file: SourceFile): Finding[] {
  const { dependencies, devDependencies, optionalDependencies }: Manifest = JSON.parse(file.text);
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => ({
      path: file.path,
      message: `${name} is "${version}": pin an exact version`,
    }));
}
