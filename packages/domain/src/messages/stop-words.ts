/** What carriers oblige senders to obey, and what customers write in the seven languages. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'opt out',
  'optout',
  'arret',
  'arreter',
  'desabonner',
  'me desabonner',
  'desinscrire',
  'stop sms',
  'baja',
  'alto',
  'parar',
  'darme de baja',
  '停止',
  '配信停止',
  'ストップ',
  '解除',
  '配信解除',
  '退订',
  '取消订阅',
  '停',
  'td',
  't',
  '退訂',
  '取消訂閱',
  '拒收',
  'ايقاف',
  'توقف',
  'الغاء الاشتراك',
  'قف',
]);

/**
 * Whether a customer's reply ends messages: the whole text is a stop word, in any case, width and with any accents or punctuation.
 * A longer text that holds such a word is none: "stop at noon, please".
 */
export const isStopWord = (text: string): boolean => STOP_WORDS.has(bare(text));

/** Accents and Arabic vowel and hamza signs; the marks of Japanese letters stay. */
const ACCENTS = /[\u0300-\u036f\u064b-\u0655]/gu;

function bare(text: string): string {
  const letters = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').toLowerCase();
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
