/** Where keys work, and which: the sheet behind `?` and the documentation show this list. Names are in `palette.json`. */
export interface PlaceOfKeys {
  readonly place: 'everywhere' | 'lists' | 'benches' | 'boards' | 'deposit' | 'pictures' | 'replay';
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
  { place: 'benches', keys: [[['U'], 'undo']] },
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
