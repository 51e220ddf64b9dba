/** Where keys work, and which: the sheet behind `?` and the documentation show this list. Names are in `palette.json`. */
export interface PlaceOfKeys {
  readonly place:
    | 'everywhere'
    | 'palette'
    | 'lists'
    | 'benches'
    | 'savCheck'
    | 'pickup'
    | 'calls'
    | 'boards'
    | 'transfer'
    | 'deposit'
    | 'pictures'
    | 'replay';
  readonly keys: readonly (readonly [combination: readonly string[], name: string])[];
}

const EVERY_KEY = [
  {
    place: 'everywhere',
    keys: [
      [['/'], 'find'],
      [['Ctrl', 'K'], 'findToo'],
      [['?'], 'keys'],
      [['Esc'], 'close'],
    ],
  },
  {
    place: 'palette',
    keys: [
      [['Alt', 'P'], 'handOver'],
      [['Alt', 'N'], 'deposit'],
      [['Alt', 'L'], 'call'],
      [['Alt', 'M'], 'email'],
    ],
  },
  {
    place: 'lists',
    keys: [
      [['↑', '↓'], 'rows'],
      [['Enter'], 'open'],
      [['Space'], 'tick'],
      [['Ctrl', 'A'], 'tickAll'],
      [['Esc'], 'untick'],
    ],
  },
  {
    place: 'benches',
    keys: [
      [['U'], 'undo'],
      [['V'], 'validate'],
      [['F'], 'complete'],
      [['O'], 'open'],
      [['Z'], 'picture'],
      [['H'], 'hold'],
      [['C'], 'comment'],
      [['P'], 'photo'],
      [['W'], 'weight'],
      [['S'], 'parts'],
      [['M'], 'marks'],
      [['R'], 'back'],
    ],
  },
  {
    place: 'savCheck',
    keys: [
      [['↑', '↓'], 'rows'],
      [['W'], 'wrong'],
      [['G'], 'noWarranty'],
      [['0'], 'inOrder'],
      [['Enter'], 'save'],
    ],
  },
  {
    place: 'pickup',
    keys: [
      [['Enter'], 'handOver'],
      [['Esc'], 'another'],
    ],
  },
  {
    place: 'calls',
    keys: [
      [['Space'], 'dial'],
      [['1', '6'], 'outcome'],
      [['Enter'], 'log'],
      [['↑', '↓'], 'client'],
    ],
  },
  {
    place: 'boards',
    keys: [
      [['↑', '↓', '←', '→'], 'cards'],
      [['Enter'], 'open'],
      [['B'], 'on'],
      [['R'], 'back'],
      [['U'], 'undo'],
    ],
  },
  {
    place: 'transfer',
    keys: [[['A'], 'tickAll']],
  },
  {
    place: 'deposit',
    keys: [
      [['Ctrl', 'Enter'], 'next'],
      [['↑', '↓'], 'found'],
    ],
  },
  {
    place: 'pictures',
    keys: [
      [['←', '→'], 'turn'],
      [['Esc'], 'close'],
    ],
  },
  {
    place: 'replay',
    keys: [
      [['Space'], 'play'],
      [['←', '→'], 'step'],
      [['N'], 'next'],
      [['Home', 'End'], 'ends'],
    ],
  },
] as const satisfies readonly PlaceOfKeys[];

export const KEYS: readonly PlaceOfKeys[] = EVERY_KEY;

type NameOf<Place> = Place extends {
  readonly place: infer At extends string;
  readonly keys: readonly (readonly [unknown, infer Name extends string])[];
}
  ? `${At}.${Name}`
  : never;

/** A shortcut by place and name, as in `benches.hold`. */
export type ShortcutName = NameOf<(typeof EVERY_KEY)[number]>;

/** What is pressed for it: shown beside the action, and what its screen listens to. */
export function keysOf(shortcut: ShortcutName): readonly string[] {
  const [at, named] = shortcut.split('.');
  const known = KEYS.find(({ place }) => place === at)?.keys.find(([, name]) => name === named);
  if (known === undefined) throw new Error(`no key is listed for ${shortcut}`);
  return known[0];
}

/** The letter that a screen's listener compares with. */
export const letterOf = (shortcut: ShortcutName): string => (keysOf(shortcut).at(-1) ?? '').toLowerCase();
