import { spawnSync } from 'node:child_process';

/** Whether this process may install Debian packages: root, with apt-get at hand. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Installs a Debian package; false when apt does not manage to. What apt says goes to stderr. */
export function aptInstall(name: string): boolean {
  process.stderr.write(`installing ${name} with apt-get\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]): boolean =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-qq', ...args], { env, stdio: ['ignore', 2, 2] })
      .status === 0;
  const install = (): boolean => run('install', '-y', '--no-install-recommends', name);
  return install() || (run('update') && install());
}
