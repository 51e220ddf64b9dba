import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterHome } from '@atelier/host/postgres/home.ts';
import type { TestSystem } from '../../harness/system.ts';

/** The processes of a started system, as the machine lists them. */
export type PartName = 'API' | 'workers' | 'PostgreSQL';

const marks: Readonly<Record<PartName, string>> = {
  API: 'services/api/src/main.ts',
  workers: 'services/workers/src/main.ts',
  PostgreSQL: 'postgres -D',
};

/** Its process id now; undefined while its supervisor is starting it again. */
export function pidOf(system: TestSystem, part: PartName): number | undefined {
  const listed = execFileSync('ps', ['-A', '-ww', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  const lines = listed.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  const own = lines.find(
    (line) => Number(line?.[2]) === system.program.pid && line?.[3]?.includes(marks[part]),
  );
  return own === undefined || own === null ? undefined : Number(own[1]);
}

/** Superuser's connection string of a system's embedded server. */
export function adminUrlOf({ dataFolder }: Pick<TestSystem, 'dataFolder'>): string {
  const home = clusterHome(dataFolder);
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  const [, , , port = ''] = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n');
  return `postgres://postgres:${password}@127.0.0.1:${port}/atelier`;
}
