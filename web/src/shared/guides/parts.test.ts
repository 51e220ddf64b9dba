import { expect, it } from 'vitest';
import { labelsIn, partsOf } from './parts.ts';

it('tells words, labels, keys and commands of a sentence apart', () => {
  expect(partsOf('Press [Ctrl] [K], choose {{send}} or run `npm start`.')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'key', text: 'Ctrl' },
    { kind: 'text', text: ' ' },
    { kind: 'key', text: 'K' },
    { kind: 'text', text: ', choose ' },
    { kind: 'label', text: 'send' },
    { kind: 'text', text: ' or run ' },
    { kind: 'command', text: 'npm start' },
    { kind: 'text', text: '.' },
  ]);
});

it('names each label of several sentences once', () => {
  expect(labelsIn(['{{one}} and {{two}}', '{{one}}'])).toEqual(['one', 'two']);
});
