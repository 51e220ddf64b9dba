/** Where keys work, and which: the sheet behind `?` and the documentation show this list. Names are in `palette.json`. */
export interface PlaceOfKeys {
  readonly place:
    | 'everywhere'
    | 'lists'
    | 'benches'
    | 'savCheck'
    | 'pickup'
    | 'calls'
    | 'boards'
    | 'deposit'
    | 'pictures'
    | 'replay';
  readonly keys: readonly (readonly [combination: readonly string[], name: string])[];
}

export const KEYS: readonly PlaceOfKeys[] = [
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
    ],
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
];
