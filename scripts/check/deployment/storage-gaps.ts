import { readCompose, type ComposeService } from './compose-file.ts';
import { readImage, type Image } from './dockerfile.ts';
import { broken } from './fields.ts';
import { isExactImage } from './image-gaps.ts';
import { pathGaps, type Mount } from './written-paths.ts';

const PASSWORDS = ['OWNER_PASSWORD', 'SERVICE_PASSWORD', 'REDIS_PASSWORD', 'VAULT_PASSWORD'];
const FILLED = Object.fromEntries(PASSWORDS.map((name) => [name, 'x']));

/** What the services of docker-compose.yml would miss or give away, once its variables are filled in. */
export function storageGaps(document: unknown, dockerfile: string): string[] {
  const services = readCompose(document, { ...FILLED, PORT: '4000' });
  const own = services.filter(({ isBuilt }) => isBuilt);
  const lasting = own.filter(({ isOneOff }) => !isOneOff);
  return [
    ...own.flatMap((service) => serviceGaps(service, readImage(dockerfile, service.stage))),
    ...lasting.flatMap((service) => sharedFolders(service, lasting)),
    ...services.flatMap(publishedGaps),
    ...imageNameGaps(document, services, readImage(dockerfile)),
    ...PASSWORDS.filter((name) => !isRequired(document, name)).map((name) => `starts without ${name}`),
  ];
}

function serviceGaps(service: ComposeService, image: Image): string[] {
  const { name, environment, mounts, tmpfs, user } = service;
  const makesKeys = (service.command ?? []).join(' ').includes('migrate.ts');
  return [
    ...mounts.flatMap((mount) => mountGaps(name, mount, image)),
    ...pathGaps({ name, environment: { ...image.environment, ...environment }, mounts, makesKeys }),
    ...commandGaps(service),
    ...broken(name, [
      [tmpfs.includes('/tmp'), 'has no /tmp to write to'],
      [user === undefined, 'runs as another user than the image gives its folders to'],
      [environment['DEMO'] === '0', 'loads the demo unasked'],
      [environment['PUBLIC_URL'] === 'http://localhost:4000', 'names another port than the published one'],
    ]),
  ];
}

/** A path in a command is read or written: of the image it knows only what lies beside it. */
function commandGaps({ name, command = [], mounts }: ComposeService): string[] {
  const paths = command.join(' ').match(/(?<=\s)\/[\w./-]+/g) ?? [];
  return paths
    .filter((path) => !mounts.some(({ target }) => path.startsWith(`${target}/`)))
    .map((path) => `${name} names ${path} in its command, on none of its volumes`);
}

/** A new volume takes the owner of the folder that it covers: without one it is root's. */
function mountGaps(name: string, { target }: Mount, { folders, user }: Image): string[] {
  const folder = folders.find(({ path }) => path === target);
  if (folder === undefined) return [`${name} mounts ${target}, which the image does not make`];
  const isTheirs = folder.uid === user?.uid && folder.gid === user.gid && (folder.mode & 0o700) === 0o700;
  return isTheirs ? [] : [`${name} mounts ${target}, which the image does not give to its user`];
}

/** Two processes that keep their own files in one volume overwrite each other's. */
function sharedFolders({ name, mounts }: ComposeService, own: readonly ComposeService[]): string[] {
  const source = mounts.find(({ target }) => target === '/data')?.source;
  const others = own.filter(
    (other) => other.name !== name && other.mounts.some((mount) => mount.source === source),
  );
  return source === undefined
    ? []
    : others.map((other) => `${name} and ${other.name} share the volume ${source}`);
}

const publishedGaps = ({ name, ports }: ComposeService): string[] =>
  ports
    .filter((port) => !port.startsWith('127.0.0.1:'))
    .map((port) => `${name} publishes ${port} to other machines`);

function imageNameGaps(document: unknown, services: readonly ComposeService[], { base }: Image): string[] {
  const pinned = `sha256:${'0'.repeat(64)}`;
  const names = ['POSTGRES_IMAGE', 'REDIS_IMAGE', 'CADDY_IMAGE', 'NODE_IMAGE'];
  const settings = { ...FILLED, ...Object.fromEntries(names.map((name) => [name, `image@${pinned}`])) };
  const named = (service: ComposeService): string => service.builtOn ?? service.image;
  return [
    ...readCompose(document, settings)
      .filter((service) => !named(service).includes(pinned))
      .map(({ name }) => `${name}'s image cannot be pinned by a digest`),
    ...services
      .filter((service) => !isExactImage(named(service)))
      .map((service) => `${service.name} runs ${named(service)}, a tag that moves`),
    ...services
      .filter(({ builtOn }) => builtOn !== undefined && builtOn !== base)
      .map(({ name }) => `${name} is built on another image than the Dockerfile names`),
  ];
}

function isRequired(document: unknown, name: string): boolean {
  try {
    readCompose(document, { ...FILLED, [name]: '' });
    return false;
  } catch {
    return true;
  }
}
