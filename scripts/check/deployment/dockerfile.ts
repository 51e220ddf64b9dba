/** A folder that the image brings, and who owns it. */
export interface ImageFolder {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Files that go into the image: out of the project, or out of another stage. */
export interface ImageCopy {
  readonly stage: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

/** What a stage of the Dockerfile makes, those it is based on included. */
export interface Image {
  readonly base: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folders: readonly ImageFolder[];
  readonly copies: readonly ImageCopy[];
  readonly runs: readonly string[];
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  readonly command: readonly string[];
  /** Folders of `VOLUME`: what is written there without a mount is lost with the container. */
  readonly volumes: readonly string[];
}

interface Stage {
  readonly name: string;
  readonly base: string;
  readonly lines: readonly (readonly [instruction: string, rest: string])[];
}

/**
 * Reads the forms that this project's Dockerfile uses: folders are made with `install -d`, users are numbers.
 *
 * @param target name of the stage; the last one where none is given
 * @throws where there is no such stage
 */
export function readImage(text: string, target?: string): Image {
  const { variables, stages } = stagesOf(text);
  const wanted = target === undefined ? stages.at(-1) : stages.find(({ name }) => name === target);
  if (wanted === undefined) throw new Error(`the Dockerfile has no stage ${target ?? ''}`);
  const [base, lines] = withBases(wanted, stages);
  const of = (instruction: string): readonly string[] =>
    lines.filter(([name]) => name === instruction).map(([, rest]) => rest);
  return {
    base: base.replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => variables.get(name) ?? ''),
    environment: Object.fromEntries(of('ENV').flatMap((rest) => rest.split(' ').map(pairOf))),
    folders: of('RUN').flatMap(foldersOf),
    copies: of('COPY').map(copyOf),
    runs: of('RUN'),
    user: of('USER').map(userOf).at(-1),
    command: of('CMD').map(wordsOf).at(-1) ?? [],
    volumes: of('VOLUME').flatMap((rest) => rest.split(' ')),
  };
}

function stagesOf(text: string): { variables: ReadonlyMap<string, string>; stages: readonly Stage[] } {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1).trim()] as const);
  const begins = lines.flatMap(([name], index) => (name === 'FROM' ? [index] : []));
  const variables = lines.filter(([name]) => name === 'ARG').map(([, rest]) => pairOf(rest));
  const stages = begins.map((begin, index) => {
    const [base = '', , name = ''] = lines[begin]?.[1].split(/\s+/) ?? [];
    return { name, base, lines: lines.slice(begin + 1, begins[index + 1]) };
  });
  return { variables: new Map(variables), stages };
}

function withBases({ base, lines }: Stage, stages: readonly Stage[]): [string, Stage['lines']] {
  const below = stages.find(({ name }) => name === base);
  if (below === undefined) return [base, lines];
  const [first, before] = withBases(below, stages);
  return [first, [...before, ...lines]];
}

function pairOf(text: string): readonly [string, string] {
  const [name = '', ...value] = text.split('=');
  return [name, value.join('=')];
}

function userOf(text: string): { uid: number; gid: number } {
  const [uid = Number.NaN, gid = Number.NaN] = text.split(':').map(Number);
  return { uid, gid };
}

function foldersOf(command: string): readonly ImageFolder[] {
  const made = /^install -d -o (\d+) -g (\d+) -m (\d+) ([/\w -]+)$/.exec(command);
  if (made === null) return [];
  const [, uid, gid, mode = '', paths = ''] = made;
  return paths
    .split(' ')
    .map((path) => ({ path, uid: Number(uid), gid: Number(gid), mode: Number.parseInt(mode, 8) }));
}

function copyOf(text: string): ImageCopy {
  const words = text.split(/\s+/);
  const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  return { stage, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
