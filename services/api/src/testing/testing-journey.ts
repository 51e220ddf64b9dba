import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { saveSignResponse } from '@atelier/contracts/shipping/schema.ts';
import { depositBody, leaving, STROKES } from './testing-bodies.ts';
import type { PersonName } from './testing-api.ts';
import type { Call, CallReply } from './testing-people.ts';
import { dataOf, must } from './testing-reply.ts';

export interface Deposited {
  readonly itemId: number;
  readonly number: string;
}

/**
 * The way of pieces from the counter in Paris to its warehouse and back, by the calls that screens make. `bind`, `sign` and
 * `move` bring back what was said, whatever it was; every other step must be accepted, and throws otherwise.
 */
export class Journey {
  readonly #call: Call;
  readonly #piece: object;

  /** `piece` is what every deposit says of its piece, by default. */
  constructor(call: Call, piece: object) {
    this.#call = call;
    this.#piece = piece;
  }

  readonly deposit = async (item: object = {}, head: object = {}): Promise<Deposited> => {
    const body = depositBody({ ...this.#piece, ...item }, head);
    const made = dataOf(createRmaResponse.shape.data, await must(this.#call('paris', 'POST', '/rma', body)));
    const [piece] = made.items;
    if (piece === undefined) throw new Error('a deposit without a piece');
    return { itemId: piece.id, number: piece.number };
  };

  /** Binds pieces to a tracking number. */
  readonly bind = (
    items: readonly number[],
    tracking: string,
    more: object = {},
    who: PersonName = 'paris',
  ) => this.#post(who, leaving(items, tracking, { packed: more })[0]);

  /** The courier signs for a package. */
  readonly sign = (tracking: string, who: PersonName = 'paris', signed: object = {}) =>
    this.#post(who, leaving([], tracking, { signed })[1]);

  /** Bound to a number and signed for. */
  readonly pack = async (
    who: PersonName,
    items: readonly number[],
    tracking: string,
    more: object = {},
    signed: object = {},
  ) => {
    await must(this.bind(items, tracking, more, who));
    await must(this.sign(tracking, who, signed));
  };

  /** Packed and sent from the counter to the warehouse. */
  readonly send = async (items: readonly number[], tracking: string, signed: object = {}) => {
    await this.pack('paris', items, tracking, {}, signed);
    await must(this.#post('paris', leaving(items, tracking)[2]));
  };

  /** Packed and sent home from the warehouse. */
  readonly sendHome = async (
    items: readonly number[],
    tracking: string,
    more: object = {},
    signed: object = {},
  ) => {
    await this.pack('warehouse', items, tracking, more, signed);
    await must(this.#post('warehouse', leaving(items, tracking, { sendPath: '/factorypackage' })[2]));
  };

  readonly move = (who: PersonName, id: number, target: number, more: object = {}) =>
    this.#call(who, 'PUT', '/rmastatus', { id, rma_status_id: target, ...more });

  /** Through these statuses one after another. */
  readonly scanTo = async (who: PersonName, id: number, ...targets: readonly number[]) => {
    for (const target of targets) await must(this.move(who, id, target));
  };

  /** Deposited, sent, and repaired: it stands at the warehouse's 13. */
  readonly repaired = async (item: object = {}, head: object = {}): Promise<Deposited> => {
    const piece = await this.deposit(item, head);
    await this.send([piece.itemId], `IN-${piece.itemId}`);
    await this.scanTo('warehouse', piece.itemId, 3, 4, 6, 12, 13);
    return piece;
  };

  /** Repaired, and back at the counter: 15. */
  readonly waiting = async (): Promise<Deposited> => {
    const piece = await this.repaired();
    await this.sendHome([piece.itemId], `BACK-${piece.itemId}`);
    await this.scanTo('paris', piece.itemId, 15);
    return piece;
  };

  /** Signed for, and handed to its owner. */
  readonly collect = async (id: number) => {
    const body = { kind: 'pickup', rma_item_ids: [id], strokes: STROKES };
    const signed = await must(this.#call('paris', 'POST', '/saveSign', body));
    const { signature_id } = dataOf(saveSignResponse.shape.data, signed);
    await must(this.#call('paris', 'POST', '/rma/handover', { rma_item_ids: [id], signature_id }));
  };

  #post(who: PersonName, [path, body]: readonly [string, object]): Promise<CallReply> {
    return this.#call(who, 'POST', path, body);
  }
}
