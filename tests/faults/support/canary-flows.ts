import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { FEE_CONDITIONS_VERSION } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { feeLinkResponse } from '@atelier/contracts/repair/fee-link-schema.ts';
import { saveSignResponse } from '@atelier/contracts/shipping/schema.ts';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import type { Journey } from '@atelier/api/testing/testing-journey.ts';
import { dataOf, must } from '@atelier/api/testing/testing-reply.ts';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import type { Call } from '@atelier/api/testing/testing-people.ts';

/** What one person's way through the house is made of. */
export interface CanaryStage {
  readonly call: Call;
  /** The same by another administrator, who decides what the first one asked for. */
  readonly other: Call;
  readonly sku: string;
  /** What the deposit says of this person. */
  readonly head: object;
  /** Their number in the register, if it knows them. */
  readonly known: object;
  /** The reference of this person, after a deposit of theirs. */
  readonly refOf: (rmaId: number) => string;
  /** Signed by this person alone. */
  readonly strokes: unknown;
  /** A word of this person that nothing else holds, for one field. */
  readonly say: (field: string) => string;
  /** The id of a picture of this person, sent by a colleague. */
  readonly picture: (who?: PersonName) => Promise<string>;
  /** `POST /fee/answer`, as the customer's page sends it. */
  readonly answerFee: (body: object) => Promise<void>;
}

/** A piece as the deposit made it. */
export interface CanaryPiece {
  readonly rmaId: number;
  readonly itemId: number;
  readonly number: string;
}

/** A way of one person's piece: it ends where the person may be erased. */
type Flow = (stage: CanaryStage, journey: Journey) => Promise<CanaryPiece>;

const OUT_OF_WARRANTY = { purchase_date: '2019-01-10', maintenance_amount: 300_00 };
const money = (itemId: number, amount: number) => ({
  rma_item_id: itemId,
  amount,
  currency: 'EUR',
  means: 'cash',
});

async function deposited(stage: CanaryStage, item: object = {}): Promise<CanaryPiece> {
  const images = [await stage.picture()];
  const body = depositBody(
    {
      product_sku: stage.sku,
      images,
      exchange_survey: { reason: 'other', comment: stage.say('survey') },
      ...item,
    },
    { ...stage.head, ...stage.known },
  );
  const made = dataOf(createRmaResponse.shape.data, await must(stage.call('paris', 'POST', '/rma', body)));
  const [piece] = made.items;
  if (piece === undefined) throw new Error('a deposit without a piece');
  return { rmaId: made.id, itemId: piece.id, number: piece.number };
}

const post = ({ call }: CanaryStage, who: PersonName, path: string, body: object) =>
  must(call(who, 'POST', path, body));

/** Signed for by this person, and handed over. */
async function collected(stage: CanaryStage, itemId: number, more: object = {}): Promise<void> {
  const drawn = { kind: 'pickup', rma_item_ids: [itemId], strokes: stage.strokes };
  const signed = await must(
    stage.call('paris', 'POST', '/saveSign', { ...drawn, signer_name: stage.say('signer') }),
  );
  const { signature_id } = dataOf(saveSignResponse.shape.data, signed);
  await post(stage, 'paris', '/rma/handover', { rma_item_ids: [itemId], signature_id, ...more });
}

const cancelled = async (stage: CanaryStage, journey: Journey, itemId: number): Promise<void> => {
  await must(journey.move('paris', itemId, 20, { reason: stage.say('cancel') }));
  await collected(stage, itemId);
};

async function repaired(journey: Journey, itemId: number): Promise<void> {
  await journey.send([itemId], `CIN-${itemId}`);
  await journey.scanTo('warehouse', itemId, 3, 4, 6, 12, 13);
}

async function atCounter(journey: Journey, itemId: number): Promise<void> {
  await repaired(journey, itemId);
  await journey.sendHome([itemId], `CBACK-${itemId}`);
  await journey.scanTo('paris', itemId, 15);
}

/** Everything that the form takes, said twice; then a suspicion, a picture for the customer, and back home. */
const counter: Flow = async (stage, journey) => {
  const { say } = stage;
  const proof = await stage.picture();
  const item = {
    purchase_date: '2024-03-01',
    store_remark: say('remark'),
    extended_warranty: true,
    extended_warranty_proof: proof,
    renew_reasons: [say('renew')],
    fake_product: { image: await stage.picture(), remark: say('fake') },
  };
  const piece = await deposited(stage, {
    ...item,
    warranty_override: { in_warranty: true, reason: say('override') },
  });
  const { itemId, rmaId } = piece;
  const image = await stage.picture();
  const changed = {
    firstname: say('newfirst'),
    lastname: say('newlast'),
    address: say('newaddress'),
    province: say('newprovince'),
    city: say('newcity'),
    receiver_name: say('newreceiver'),
    email: `${say('newemail')}@canary.test`,
  };
  const { items: _, ...head } = depositBody({}, { ...stage.head, ...changed });
  const { items } = depositBody({
    ...item,
    product_sku: stage.sku,
    images: [image],
    renew_reasons: [say('newrenew')],
    exchange_survey: { reason: 'other', comment: say('newsurvey') },
    warranty_override: { in_warranty: false, reason: say('newoverride') },
  });
  const { store_remark: __, ...form } = { store_remark: '', ...items[0] };
  await must(stage.call('paris', 'PUT', `/rma/${rmaId}`, { ...head, items: [{ ...form, id: itemId }] }));
  const fake = { rma_item_id: itemId, image: await stage.picture(), remark: say('suspicion') };
  await post(stage, 'paris', '/fake/product', fake);
  for (const released of [true, false])
    await post(stage, 'paris', '/rma/images/release', { rma_item_id: itemId, image_id: image, released });
  await cancelled(stage, journey, itemId);
  return piece;
};

/** What shops and benches write while it is repaired. */
const workshop: Flow = async (stage, journey) => {
  const { say } = stage;
  const piece = await deposited(stage);
  const { itemId } = piece;
  await post(stage, 'paris', '/shopcomment', { id: itemId, comment: say('comment') });
  await journey.send([itemId], `CIN-${itemId}`);
  await journey.scanTo('warehouse', itemId, 3);
  const hold = { rma_item_id: itemId, hold: 'approval' };
  await post(stage, 'warehouse', '/rma/hold', { ...hold, reason: say('hold') });
  await post(stage, 'admin', '/rma/hold/release', { ...hold, reason: say('release') });
  await post(stage, 'warehouse', '/operationcomment', { id: itemId, comment: say('bench') });
  await post(stage, 'warehouse', '/sav/need_to_transfer', {
    rma_item_ids: [itemId],
    reason: say('transfer'),
  });
  await journey.scanTo('warehouse', itemId, 4, 6);
  await must(journey.move('warehouse', itemId, 12, { weight: 3.1, photo: await stage.picture('warehouse') }));
  const outcome = { move: 'return_unrepaired', reason: say('unrepaired') };
  await must(journey.move('warehouse', itemId, 13, outcome));
  await journey.sendHome([itemId], `CBACK-${itemId}`);
  await journey.scanTo('paris', itemId, 15);
  const note = { rma_item_id: itemId, result: 'Phone contacted', note: say('followup') };
  await post(stage, 'paris', '/add_after_sales', note);
  await collected(stage, itemId);
  return piece;
};

/** A fee that is asked about, paid, corrected, given back, and given back in part. */
const fee: Flow = async (stage, journey) => {
  const { say } = stage;
  const piece = await deposited(stage, OUT_OF_WARRANTY);
  const { itemId } = piece;
  await post(stage, 'paris', '/rma/waiver/request', { rma_item_id: itemId, remark: say('waiver') });
  const decision = { rma_item_id: itemId, decision: 10, reason: say('rejected') };
  await post(stage, 'admin', '/rma/waiver/decide', decision);
  await post(stage, 'paris', '/rma/payment', { ...money(itemId, 300_00), reference: say('payment') });
  const correct = { payment: 1, reference: say('corrected'), reason: say('mistyped') };
  await post(stage, 'paris', '/rma/payment/correct', { ...money(itemId, 290_00), ...correct });
  const override = { rma_item_id: itemId, amount: 180_00, currency: 'EUR', reason: say('lesswork') };
  await post(stage, 'admin', '/rma/fee/override', override);
  const accepted = { rma_item_id: itemId, amount: 180_00, currency: 'EUR' };
  await post(stage, 'paris', '/rma/fee/accept', accepted);
  await atCounter(journey, itemId);
  const back = { reference: say('refund'), reason: say('refunded') };
  await post(stage, 'paris', '/rma/refund', { ...money(itemId, 100_00), ...back });
  await collected(stage, itemId, { not_returned: say('notreturned') });
  return piece;
};

/** The customer answers for the fee by a link. */
const answered =
  (answer: 'approved' | 'declined'): Flow =>
  async (stage, journey) => {
    const piece = await deposited(stage, OUT_OF_WARRANTY);
    const { itemId } = piece;
    await journey.send([itemId], `CIN-${itemId}`);
    await journey.scanTo('warehouse', itemId, 3);
    const override = { rma_item_id: itemId, amount: 400_00, currency: 'EUR', reason: stage.say('more') };
    await post(stage, 'admin', '/rma/fee/override', override);
    const made = await post(stage, 'paris', '/rma/fee/link', { rma_item_id: itemId });
    const { link } = dataOf(feeLinkResponse.shape.data, made);
    await stage.answerFee({
      token: link.slice(link.lastIndexOf('/') + 1),
      answer,
      amount: 400_00,
      currency: 'EUR',
      name: stage.say(answer),
      strokes: stage.strokes,
      conditions: FEE_CONDITIONS_VERSION,
      language: 'fr',
      key: `key-of-the-page-${itemId}`,
    });
    await must(
      journey.move('warehouse', itemId, 13, { move: 'return_unrepaired', reason: stage.say('nofee') }),
    );
    await journey.sendHome([itemId], `CBACK-${itemId}`);
    await journey.scanTo('paris', itemId, 15);
    await collected(stage, itemId);
    return piece;
  };

/** What is written about packages: each ends with one piece of this person in it. */
const packages: Flow = async (stage, journey) => {
  const { say } = stage;
  const piece = await deposited(stage);
  const { itemId } = piece;
  const [one, two] = [`CPK-${itemId}`, `CPL-${itemId}`];
  await journey.pack('paris', [itemId], one);
  await post(stage, 'paris', '/package/seal', { tracking_no: one, seal_number: 'S-1' });
  await post(stage, 'paris', '/package/unseal', { tracking_no: one, reason: say('unseal') });
  await post(stage, 'paris', '/package/cancel', { tracking_no: one, reason: say('cancelpackage') });
  await journey.send([itemId], two);
  await post(stage, 'paris', '/package/unsend', { tracking_no: two, reason: say('unsend') });
  await post(stage, 'paris', '/storepackage', { tracking_no: two });
  const renamed = `CPM-${itemId}`;
  const tracking = { tracking_no: two, new_tracking_no: renamed, reason: say('relabelled') };
  await post(stage, 'paris', '/package/tracking', tracking);
  const extra = { tracking_no: renamed, code: `OTHER-BRAND-${itemId}` };
  await post(stage, 'warehouse', '/package/extra', extra);
  await post(stage, 'warehouse', '/package/extra/return', { ...extra, reason: say('notours') });
  await journey.scanTo('warehouse', itemId, 3, 4, 6, 12, 13);
  await journey.sendHome([itemId], `CBACK-${itemId}`, { to_client: true });
  const proof = { tracking_no: `CBACK-${itemId}`, proof: say('proof') };
  await post(stage, 'warehouse', '/package/delivered', proof);
  return piece;
};

/** Lost on its way, and settled. */
const lost: Flow = async (stage, journey) => {
  const piece = await deposited(stage);
  const { itemId } = piece;
  await journey.send([itemId], `CIN-${itemId}`);
  await post(stage, 'warehouse', '/rma/missing', { rma_item_ids: [itemId] });
  const settled = { rma_item_id: itemId, amount: 1_200_00, currency: 'EUR', reference: stage.say('claim') };
  await post(stage, 'admin', '/rma/settle_lost', settled);
  return piece;
};

/** Rejected at the counter, so that another piece continues it. */
const rejected: Flow = async (stage, journey) => {
  const piece = await deposited(stage);
  await atCounter(journey, piece.itemId);
  const moved = { move: 'store_reject', reason: stage.say('reject') };
  const answer = await must(journey.move('paris', piece.itemId, 15, moved));
  const [row] = answer.data as { linked: { id: number } }[];
  await cancelled(stage, journey, row?.linked.id ?? 0);
  return piece;
};

/** A hold against the erasure, requests that were taken back or refused. */
const privacy: Flow = async (stage, journey) => {
  const { say } = stage;
  const piece = await deposited(stage);
  await cancelled(stage, journey, piece.itemId);
  const ref = stage.refOf(piece.rmaId);
  const held = { customer_ref: ref, reason: 'legal_claim', reference: say('holdref') };
  const hold = await post(stage, 'admin', '/privacy/hold', held);
  const { hold_id } = hold.data as { hold_id: number };
  await must(stage.other('admin', 'POST', '/privacy/hold/release', { hold_id, note: say('unhold') }));
  const asking = { customer_refs: [ref], reason: 'customer_request' };
  for (const [end, path, more] of [
    ['withdrawn', '/privacy/erase/withdraw', {}],
    ['refused', '/privacy/erase/decide', { decision: 'refuse' }],
  ] as const) {
    const asked = await post(stage, 'admin', '/privacy/erase', { ...asking, note: say(`${end}asked`) });
    const { id: request_id } = asked.data as { id: number };
    const call = end === 'refused' ? stage.other : stage.call;
    await must(call('admin', 'POST', path, { request_id, ...more, note: say(end) }));
  }
  return piece;
};

/** Together they come by every field that takes free text about a person. */
export const FLOWS: readonly Flow[] = [
  counter,
  workshop,
  fee,
  answered('approved'),
  answered('declined'),
  packages,
  lost,
  rejected,
  privacy,
];
