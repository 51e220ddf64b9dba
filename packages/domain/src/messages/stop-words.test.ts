import { describe, expect, it } from 'vitest';
import { isStopWord } from './stop-words.ts';

describe('stop words', () => {
  it.each([
    'STOP',
    ' stop. ',
    'ＳＴＯＰ',
    'Arrêt',
    'Désabonner',
    '¡Baja!',
    '停止',
    'ストップ',
    '退订',
    '退訂',
    'إيقاف',
    'TD',
  ])('%s ends messages', (text) => expect(isStopWord(text)).toBe(true));

  it.each(['', 'please stop at noon', 'non', 'When is it ready?', 'baja la talla'])(
    '%s does not end messages',
    (text) => expect(isStopWord(text)).toBe(false),
  );
});
