import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { readImage, type Image, type ImageCopy } from './dockerfile.ts';
import { productionModules } from './testing-modules.ts';

/** An image as a folder: what the Dockerfile copies and makes, and of its base image what a process needs. */
export interface LaidOutImage extends Image {
  readonly root: string;
}

/** Programs and libraries: of this machine, where the base image would bring its own. */
export const SYSTEM_FOLDERS = ['usr', 'bin', 'sbin', 'lib', 'lib64'].filter(
  (name) => existsSync(`/${name}`) && !lstatSync(`/${name}`).isSymbolicLink(),
);

/** Node lies here, under the name that commands call. */
export const NODE_FOLDER = '/opt/node';

/**
 * Lays an image out without building it. `npm ci` is replaced by the packages that it would install, as links to those of the
 * project; a build of the screens by the one that is there, if there is one.
 */
export function layOutImage(dockerfile: string, stage: string | undefined, root: string): LaidOutImage {
  const image = readImage(dockerfile, stage);
  layOutSystem(root);
  for (const { path, uid, gid, mode } of image.folders) {
    mkdirSync(join(root, path), { recursive: true });
    chownSync(join(root, path), uid, gid);
    chmodSync(join(root, path), mode);
  }
  const app = join(root, 'app');
  mkdirSync(app, { recursive: true });
  for (const copy of image.copies) layOutCopy(copy, app, dockerfile);
  return { ...image, root };
}

const ETC = {
  passwd: 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  group: 'root:x:0:\nnode:x:1000:\n',
  hosts: '127.0.0.1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
};

function layOutSystem(root: string): void {
  for (const name of ['usr', 'bin', 'sbin', 'lib', 'lib64'].filter((each) => existsSync(`/${each}`)))
    if (SYSTEM_FOLDERS.includes(name)) mkdirSync(join(root, name), { recursive: true });
    else symlinkSync(readlinkSync(`/${name}`), join(root, name));
  for (const name of ['proc', 'dev', 'tmp', 'etc', 'home/node', NODE_FOLDER])
    mkdirSync(join(root, name), { recursive: true });
  for (const [name, text] of Object.entries(ETC)) writeFileSync(join(root, 'etc', name), text);
  writeFileSync(join(root, NODE_FOLDER, 'node'), '');
}

function layOutCopy({ stage, sources, target }: ImageCopy, app: string, dockerfile: string): void {
  if (stage !== undefined && sources.some((source) => /\/app(\/node_modules)?$/.test(source)))
    return layOutModules(readImage(dockerfile, stage), app);
  for (const source of sources) {
    const from = join(projectRoot, stage === undefined ? source : source.replace('/app/', ''));
    if (stage !== undefined && !existsSync(from)) continue;
    const isFolder = lstatSync(from).isDirectory();
    const to = join(app, target, isFolder ? '' : basename(source));
    cpSync(from, to, { recursive: true, filter: (path) => path === from || isInContext(path) });
  }
}

/** Roughly what .dockerignore leaves. */
const isInContext = (path: string): boolean =>
  !['node_modules', 'dist', '.turbo', '.data', '.tmp'].includes(basename(path));

function layOutModules({ copies, runs }: Image, app: string): void {
  for (const copy of copies.filter(({ stage }) => stage === undefined)) layOutCopy(copy, app, '');
  const command = runs.at(-1) ?? '';
  const workspaces = [...command.matchAll(/--workspace=(\S+)/g)].map(([, name = '']) => name);
  const root = command.includes('--include-workspace-root') ? [''] : [];
  const folders = productionModules([...workspaces, ...root]).filter((folder) =>
    existsSync(join(projectRoot, folder)),
  );
  // A package brings those below it.
  const outer = folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)));
  linkAll(outer, app);
}

/** Links where both lie on one disk, copies elsewhere. */
function linkAll(folders: readonly string[], to: string): void {
  for (const how of ['-al', '-a']) {
    const { status } = spawnSync('cp', [how, '--no-clobber', '--parents', ...folders, to], {
      cwd: projectRoot,
    });
    if (status === 0) return;
  }
  throw new Error(`the packages could not be laid out in ${dirname(to)}`);
}
