import { at, list, record } from './fields.ts';
import type { Mount } from './written-paths.ts';

type Settings = Readonly<Record<string, string>>;

/** What docker-compose.yml says about one service, once its variables are filled in. */
export interface ComposeService {
  readonly name: string;
  readonly image: string;
  /** Whether it runs an image of the Dockerfile here, and which stage of it; the last one where none is named. */
  readonly isBuilt: boolean;
  readonly stage: string | undefined;
  /** The base image that is handed to the build. */
  readonly builtOn: string | undefined;
  readonly environment: Settings;
  /** Undefined: the image's own. */
  readonly command: readonly string[] | undefined;
  /** Started by name only. */
  readonly isOneOff: boolean;
  readonly mounts: readonly Mount[];
  readonly tmpfs: readonly string[];
  readonly user: string | undefined;
  readonly ports: readonly string[];
}

/**
 * @param document the file as YAML, anchors resolved
 * @throws where a variable is missing that the file requires
 */
export function readCompose(document: unknown, settings: Settings): readonly ComposeService[] {
  const services = record(at(document, 'services'));
  return Object.entries(services).map(([name, service]) => serviceOf(name, filledIn(service, settings)));
}

function serviceOf(name: string, service: unknown): ComposeService {
  const command = [...list(at(service, 'entrypoint')), ...list(at(service, 'command'))].map(String);
  return {
    name,
    image: String(at(service, 'image')),
    isBuilt: at(service, 'build') !== undefined,
    stage: textAt(service, 'build', 'target'),
    builtOn: textAt(service, 'build', 'args', 'NODE_IMAGE'),
    environment: Object.fromEntries(
      Object.entries(record(at(service, 'environment'))).map(([key, value]) => [key, String(value)]),
    ),
    command: command.length === 0 ? undefined : command,
    isOneOff: at(service, 'profiles') !== undefined,
    mounts: list(at(service, 'volumes')).map((volume) => mountOf(String(volume))),
    tmpfs: list(at(service, 'tmpfs')).map(String),
    user: textAt(service, 'user'),
    ports: list(at(service, 'ports')).map(String),
  };
}

/** The short form, `SOURCE:TARGET` or `SOURCE:TARGET:ro`. */
function mountOf(text: string): Mount {
  const [source = '', target = '', mode] = text.split(':');
  return { source, target, isReadOnly: mode === 'ro' };
}

function textAt(value: unknown, ...way: readonly string[]): string | undefined {
  const found = at(value, ...way);
  return typeof found === 'string' ? found : undefined;
}

function filledIn(value: unknown, settings: Settings): unknown {
  if (typeof value === 'string') return fillIn(value, settings);
  if (Array.isArray(value)) return value.map((each: unknown) => filledIn(each, settings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, settings)]));
}

/**
 * Fills in variables as Compose does: `${NAME}`, `${NAME:-word}`, `${NAME:+word}`, `${NAME:?message}`, where word may hold
 * variables too.
 *
 * @throws for a required variable that is missing
 */
export function fillIn(text: string, settings: Settings): string {
  const from = text.indexOf('${');
  if (from < 0) return text;
  const to = endOfBraces(text, from + 1);
  const filled = valueOf(text.slice(from + 2, to), settings);
  return text.slice(0, from) + filled + fillIn(text.slice(to + 1), settings);
}

/** Where the brace closes that opens at this index. */
function endOfBraces(text: string, from: number): number {
  let open = 0;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '{') open += 1;
    if (text[index] === '}') open -= 1;
    if (open === 0) return index;
  }
  throw new Error(`a brace does not close in ${text}`);
}

function valueOf(expression: string, settings: Settings): string {
  const [, name = '', operator, word = ''] = /^(\w+)(?:(:[-+?])([\s\S]*))?$/.exec(expression) ?? [];
  if (name === '') throw new Error(`\${${expression}} is no form of a variable that is known here`);
  const value = settings[name] ?? '';
  if (operator === ':+') return value === '' ? '' : fillIn(word, settings);
  if (operator === undefined || value !== '') return value;
  if (operator === ':?') throw new Error(`required variable ${name} is missing a value: ${word}`);
  return fillIn(word, settings);
}
