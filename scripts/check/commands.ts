import type { Finding, SourceFile } from './sources.ts';

const documents = /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/;

/** Commands in the documents that this repository does not have. */
export function findDeadCommands(files: readonly SourceFile[]): Finding[] {
  const scripts = new Set(scriptsOf(files));
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => documents.test(path))
    .flatMap((file) =>
      [...deadScripts(file.text, scripts), ...deadBenchmarks(file.text, paths)].map((message) => ({
        path: file.path,
        message,
      })),
    );
}

function scriptsOf(files: readonly SourceFile[]): string[] {
  const manifest = files.find(({ path }) => path === 'package.json');
  const { scripts }: { scripts?: Record<string, string> } = JSON.parse(manifest?.text ?? '{}');
  return Object.keys(scripts ?? {});
}

function deadScripts(text: string, scripts: ReadonlySet<string>): string[] {
  const run = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
  // The only ones that npm runs without "run".
  const short = [...text.matchAll(/`npm (start|test)\b/g)].map(([, name]) => name ?? '');
  return [...run, ...short]
    .filter((name) => !scripts.has(name))
    .map((name) => `tells of "npm run ${name}", which is not there`);
}

function deadBenchmarks(text: string, paths: ReadonlySet<string>): string[] {
  return [...text.matchAll(/npm run bench -- ([\w-]+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !paths.has(`tests/bench/${name}.bench.ts`))
    .map((name) => `tells of the benchmark "${name}", which is not there`);
}
