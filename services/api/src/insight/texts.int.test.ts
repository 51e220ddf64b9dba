import { pieceFactsProjection } from '@atelier/application/insight/piece-facts.projection.ts';
import { figurePiecesResponse, shopsResponse, type ShopFigures } from '@atelier/contracts/insight/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Threads } from '../messages/testing-thread.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { dataOf, must } from '../testing/testing-reply.ts';
import { instant } from '../testing/testing-instant.ts';

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Also right around midnight. */
const days = `from=${dayOf(Date.now() - DAY_MS)}&to=${dayOf(Date.now() + DAY_MS)}`;
const phones = [1, 2].map((n) => ({ typed: `01 98 00 00 0${n}`, sent: `+3319800000${n}` }));
let threads: Threads;
let [answered, unanswered] = [0, 0];
let beforeAnswer = '';

/** Two texts in a row and their answer; one text that nothing has answered. */
beforeAll(async () => {
  threads = await Threads.open(['paris', 'tokyo']);
  await threads.switchOn();
  [answered, unanswered] = [await depositWith(0), await depositWith(1)];
  for (const words of ['Is it ready?', 'Hello?']) await write(0, words);
  await write(1, 'And mine?');
  beforeAnswer = await instant();
  await must(threads.reply(answered, 'On Friday.'));
  await threads.calls.api.world.settle([pieceFactsProjection]);
});
afterAll(() => threads.close());

const depositWith = async (phone: number) => (await threads.deposited(phones[phone]?.typed ?? '')).itemId;
const write = async (phone: number, text: string) =>
  expect(await threads.write({ from: phones[phone]?.sent ?? '', text })).toBe('received');
const ask = (who: PersonName, path: string) => threads.calls.call(who, 'GET', `/insight/${path}&${days}`);
const shops = async (who: PersonName, query = ''): Promise<readonly ShopFigures[]> =>
  dataOf(shopsResponse.shape.data, await ask(who, `shops?${query}`));
const openedBy = async (who: PersonName) =>
  dataOf(figurePiecesResponse.shape.data, await ask(who, 'pieces?figure=texts')).map((row) => row.item_id);

describe('how long texts of clients wait (product/insight.md §3)', () => {
  it('counts texts in a row as one, and the time to their first answer', async () => {
    const [paris] = await shops('paris');
    expect(paris).toMatchObject({ texts: 2, texts_answered: 1 });
    expect(paris?.text_answer_median_seconds).toBeLessThan(600);
    expect(await openedBy('paris')).toEqual([answered, unanswered]);
  });

  it('knows no answer before it was given, and no text of another shop', async () => {
    expect(await shops('paris', `as_of=${beforeAnswer}`)).toMatchObject([{ texts: 2, texts_answered: 0 }]);
    expect(await shops('tokyo')).toEqual([]);
    expect(await openedBy('tokyo')).toEqual([]);
  });
});
