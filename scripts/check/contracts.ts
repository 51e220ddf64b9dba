import { posix } from 'node:path';
import { isCode, isTest, withoutComments, type Finding, type SourceFile } from './sources.ts';

/** Where `@atelier/<name>/` of an import lies. */
const folderOf = (from: string): string | undefined => {
  const found = /^@atelier\/(domain|contracts)\/(.*)$/.exec(from);
  return found === null ? undefined : `packages/${found[1]}/src/${found[2]}`;
};
const nameOf = (path: string): string => path.replace(/^packages\/\w+\/src\//, '');
const isShared = (path: string): boolean => /^packages\/(domain|contracts)\/src\//.test(path);
const isSchema = (path: string): boolean => /(^|[/-])schema\.ts$/.test(path);
const isContract = (path: string): boolean => /(^|\/)contract\.ts$/.test(path);

/**
 * One source of each contract: `contract.ts` says limits and constants without zod, `schema.ts` and `*-schema.ts` say
 * bodies in zod over them, and the web imports by value nothing that brings zod along.
 */
export function findContractBreaks(files: readonly SourceFile[]): Finding[] {
  const code = files.filter(({ path }) => isCode(path) && !isTest(path));
  const domain = new Map(code.filter(({ path }) => isShared(path)).map((file) => [file.path, file]));
  return [
    ...[...domain.values()].flatMap(judgeShared),
    ...code
      .filter(({ path }) => /^(web|packages\/browser-sync)\/src\//.test(path))
      .flatMap((file) => judgeWeb(file, domain)),
  ];
}

function judgeShared({ path, text }: SourceFile): Finding[] {
  const imports = importsOf(text);
  if (isContract(path)) {
    const upward = imports.filter(({ from }) => from === 'zod' || isSchema(from));
    return upward.map(({ from }) => ({
      path,
      message: `imports ${from}: a contract stands below its schema`,
    }));
  }
  if (isSchema(path) || !imports.some(({ from, isValue }) => from === 'zod' && isValue)) return [];
  return [{ path, message: 'imports zod: in the domain only schema.ts and *-schema.ts do' }];
}

function judgeWeb({ path, text }: SourceFile, domain: ReadonlyMap<string, SourceFile>): Finding[] {
  return importsOf(text)
    .filter(({ from, isValue }) => isValue && folderOf(from) !== undefined)
    .map(({ from }) => ({ from, way: wayToZod(folderOf(from) ?? '', domain) }))
    .filter(({ way }) => way !== undefined)
    .map(({ from, way }) => ({ path, message: `imports ${from} by value, which brings zod (${way})` }));
}

/** The modules from one to the first that imports zod, by value imports alone; undefined when there is no way. */
function wayToZod(
  path: string,
  domain: ReadonlyMap<string, SourceFile>,
  seen = new Set<string>(),
): string | undefined {
  const file = domain.get(path);
  if (file === undefined || seen.has(path)) return undefined;
  seen.add(path);
  const values = importsOf(file.text).filter(({ isValue }) => isValue);
  if (values.some(({ from }) => from === 'zod')) return nameOf(path);
  for (const { from } of values) {
    const way = wayToZod(folderOf(from) ?? posix.join(posix.dirname(path), from), domain, seen);
    if (way !== undefined) return `${nameOf(path)} → ${way}`;
  }
  return undefined;
}

interface Import {
  readonly from: string;
  /** False where only types are named: nothing of it is left after the types are stripped. */
  readonly isValue: boolean;
}

function importsOf(text: string): Import[] {
  const found = withoutComments(text).matchAll(
    /\b(?:import|export)\s+(?:(type)\s+)?(?:[^'";]*?\bfrom\s*)?['"]([^'"\n]+)['"]/g,
  );
  return [...found].map(([, type, from]) => ({ from: from ?? '', isValue: type === undefined }));
}
