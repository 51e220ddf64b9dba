import { createCipheriv, hash } from 'node:crypto';
import type { SearchWords } from './row-sealing.ts';
import type { MasterKey } from './master-key.ts';
import type { SearchEpoch } from './key-vault.ts';

const blockBytes = 16;
/** Of each block three bytes are kept, four letters: two words that differ are mistaken once in 16 millions. */
const keptBytes = 3;
const purpose = 'search';
const zero = Buffer.alloc(blockBytes);

/** The blind words of some epochs, the newest last. None: words stay as they are. */
export function searchWordsOf(epochs: readonly SearchEpoch[], masterKey: MasterKey): SearchWords {
  const keys = epochs.map(({ epoch, secret }) => ({
    mark: markOf(epoch),
    key: hash('sha256', Buffer.concat([Buffer.from(purpose), secret, masterKey.export()]), 'buffer'),
  }));
  const newest = keys.at(-1);
  return {
    mark: newest?.mark ?? '',
    isWhole: epochs.at(-1)?.isWhole ?? true,
    blind: (word) => (newest === undefined ? word : newest.mark + blindWord(word, newest.key)),
    allBlind: (word) => keys.map(({ mark, key }) => mark + blindWord(word, key)),
  };
}

const markOf = (epoch: number): string => `~${epoch}~`;

/**
 * A word made unreadable letter by letter, each together with all letters before it (AES in CBC mode, one block per letter): what
 * begins alike begins alike afterwards, so that a word is still found by its beginning, and by nothing else.
 */
function blindWord(word: string, key: Buffer): string {
  const blocks = Buffer.alloc(word.length * blockBytes);
  for (let index = 0; index < word.length; index += 1)
    blocks.writeUInt16BE(word.charCodeAt(index), index * blockBytes);
  const cipher = createCipheriv('aes-256-cbc', key, zero).setAutoPadding(false);
  const text = Buffer.concat([cipher.update(blocks), cipher.final()]);
  let blind = '';
  for (let at = 0; at < text.length; at += blockBytes)
    blind += text.subarray(at, at + keptBytes).toString('base64url');
  return blind;
}
