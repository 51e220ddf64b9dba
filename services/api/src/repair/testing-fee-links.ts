import { FEE_CONDITIONS_VERSION } from '@atelier/domain/repair/item/fee-link-contract.ts';
import {
  feeAskedView,
  feeLinkResponse,
  type FeeAskedView,
} from '@atelier/contracts/repair/fee-link-schema.ts';
import { OUT_OF_WARRANTY, type Calls } from '../testing/testing-calls.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { dataOf, must } from '../testing/testing-reply.ts';

/** What the fee of these tests is raised to. */
export const ASKED = 7_000;

/** A drawn signature. */
export const INK = [
  [
    [0.1, 0.2],
    [0.3, 0.4],
    [0.5, 0.2],
    [0.7, 0.5],
  ],
];

/** Fees that wait for their customers, and customers who answer by link, for tests. */
export class FeeLinks {
  readonly #calls: Calls;
  #address = 0;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Another customer each time: answers are limited by address. */
  readonly nextAddress = (): string => `203.0.113.${(this.#address += 1)}`;

  readonly charge = (itemId: number, amount: number) =>
    this.#calls.call('admin', 'POST', '/rma/fee/override', {
      rma_item_id: itemId,
      amount,
      currency: 'EUR',
      reason: 'two stones are missing',
    });

  /** A piece at the warehouse whose fee was raised: its customer has to be asked. */
  readonly asked = async (): Promise<number> => {
    const itemId = await this.#calls.received(OUT_OF_WARRANTY);
    await must(this.charge(itemId, ASKED));
    return itemId;
  };

  readonly make = (itemId: number, who: PersonName = 'paris', headers: object = {}) =>
    this.#calls.call(who, 'POST', '/rma/fee/link', { rma_item_id: itemId }, headers);

  /** The token of a new link. */
  readonly linkTo = async (itemId: number): Promise<string> => {
    const { link } = dataOf(feeLinkResponse.shape.data, await this.make(itemId));
    return link.slice(link.lastIndexOf('/') + 1);
  };

  readonly open = (token: string, language = 'en') =>
    this.#calls.app.inject({
      url: `/api/fee/${token}?language=${language}`,
      remoteAddress: this.nextAddress(),
    });

  readonly view = async (token: string, language?: string): Promise<FeeAskedView> =>
    feeAskedView.parse((await this.open(token, language)).json<{ data: unknown }>().data);

  /** From a separate address, unless one is given. */
  readonly answered = (token: string, more: object = {}, remoteAddress = this.nextAddress()) =>
    this.#calls.app.inject({
      method: 'POST',
      url: '/api/fee/answer',
      remoteAddress,
      payload: {
        token,
        answer: 'approved',
        amount: ASKED,
        currency: 'EUR',
        name: 'Camille Laurent',
        strokes: INK,
        conditions: FEE_CONDITIONS_VERSION,
        language: 'fr',
        key: 'a-key-of-the-page-1',
        ...more,
      },
    });
}
