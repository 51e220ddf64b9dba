import { cancelShipment } from '@atelier/domain/processes/packing.ts';
import { unsendPackage } from '@atelier/domain/processes/send.ts';
import { HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import { shipmentStatus } from '@atelier/domain/shipping/shipment.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { SECOND_MS } from './durations.ts';
import type { PackagePlan } from './packages.ts';
import type { RmaPlan } from './plan.ts';
import type { Performer } from './staff.ts';
import { turnOf, type Teller } from './teller.ts';
import { textsOf } from './texts/texts.ts';
import { bind, onPackage, send } from './verbs.ts';

/** From the empty draft to the closed package, but for what its pieces do themselves when they come out of it. */
export function tellPackage(teller: Teller, pack: PackagePlan): void {
  if (pack.pieces.length === 0) return;
  tellPacking(teller, pack);
  if (pack.turn.stays !== undefined) return tellStaying(teller, pack);
  tellSending(teller, pack);
  tellOpening(teller, pack);
}

const OPENED_BEFORE = 80 * MINUTE_MS;

function tellPacking(teller: Teller, pack: PackagePlan): void {
  const { story, facts, pictures } = teller;
  const { lane, seat, sentAt } = pack;
  const packer = () => senderOf(teller, pack);
  story.plan(sentAt - OPENED_BEFORE, () => {
    seat.id = story.nextId();
    onPackage(story, packer(), seat.id, {
      type: 'OpenShipment',
      shipmentId: seat.id,
      ...labelOf(pack),
      trackingUsed: false,
    });
  });
  for (const [index, pieces] of [...deposits(pack).values()].entries()) {
    story.plan(sentAt - OPENED_BEFORE + (index + 1) * 2 * MINUTE_MS, () => {
      const toBind = pieces.map((id) => {
        const { sku } = story.item(id()).product;
        return { itemId: id(), price: facts.price(sku, lane.from.currency) };
      });
      bind(story, packer(), seat.id, toBind);
    });
  }
  if (pack.turn.stays === 'draft') return;
  story.plan(sentAt - 50 * MINUTE_MS, () =>
    onPackage(story, packer(), seat.id, {
      type: 'SignShipment',
      signature: pictures.signature(`courier ${lane.from.id}`),
    }),
  );
}

function labelOf({ lane, seat, turn }: PackagePlan) {
  const drawn = `${lane.carrier}${String(seat.id).padStart(7, '0')}${(turnOf(seat.id) % 900) + 100}`;
  const trackingNumber = turn.trackingNumber ?? drawn;
  const { orderType, from, to, carrier } = lane;
  return { trackingNumber, orderType, origin: from.id, destination: to?.id ?? null, carrier };
}

/** The ids of a package's pieces, deposit by deposit; known only once they have come to be. */
function deposits(pack: PackagePlan): ReadonlyMap<RmaPlan, (() => number)[]> {
  const groups = new Map<RmaPlan, (() => number)[]>();
  for (const { rma, seat } of pack.pieces) groups.set(rma, [...(groups.get(rma) ?? []), () => seat.id]);
  return groups;
}

/** Not sent: a draft that waits, a sealed one that waits for the carrier, or one that was given up. */
function tellStaying(teller: Teller, pack: PackagePlan): void {
  const { story } = teller;
  const { seat, sentAt, turn } = pack;
  if (turn.stays === 'sealed') {
    story.plan(sentAt - 10 * MINUTE_MS, () =>
      onPackage(story, senderOf(teller, pack), seat.id, { type: 'SealShipment', ...sealOf(pack) }),
    );
  }
  if (turn.stays === 'cancelled') {
    const reason = textsOf(pack.lane.from).packageGivenUp;
    story.plan(sentAt, () =>
      story.perform(senderOf(teller, pack), (context) =>
        cancelShipment(story.shipment(seat.id), reason, context),
      ),
    );
  }
}

function sealOf({ seat, pieces }: PackagePlan) {
  return {
    sealNumber: `S${String(turnOf(seat.id) % 1_000_000).padStart(6, '0')}`,
    grossWeightGrams: 160 + 45 * pieces.length,
  };
}

function tellSending(teller: Teller, pack: PackagePlan): void {
  const { story } = teller;
  const { seat, sentAt, turn, lane } = pack;
  const dispatch = () => send(story, senderOf(teller, pack), seat.id, sealOf(pack));
  if (turn.takenBack === true) {
    story.plan(sentAt - 40 * MINUTE_MS, dispatch);
    story.plan(sentAt - 18 * MINUTE_MS, () =>
      story.perform(senderOf(teller, pack), (context) =>
        unsendPackage(story.shipment(seat.id), textsOf(lane.from).packageTakenBack, story, context),
      ),
    );
  }
  story.plan(sentAt, dispatch);
  story.plan(sentAt + 50 * MINUTE_MS, () =>
    onPackage(story, senderOf(teller, pack), seat.id, { type: 'RecordPickup' }),
  );
}

function tellOpening(teller: Teller, pack: PackagePlan): void {
  const { story } = teller;
  const { openedAt, emptiedAt, seat, turn, lane } = pack;
  if (openedAt === undefined) return;
  const receiver = () => receiverOf(teller, pack);
  if (lane.to !== null) {
    story.plan(openedAt - 90 * SECOND_MS, () =>
      onPackage(story, receiver(), seat.id, { type: 'CheckArrival', ...sealOf(pack) }),
    );
  }
  const { strangeCode: code } = turn;
  if (code !== undefined) {
    story.plan(openedAt + 20 * MINUTE_MS, () =>
      onPackage(story, receiver(), seat.id, { type: 'SetExtraApart', code, itemId: null }),
    );
  }
  if (emptiedAt !== undefined && turn.leftOpen !== true) tellClosing(teller, pack, emptiedAt + 3 * HOUR_MS);
}

/** Closes a package if by then everything in it is accounted for. */
export function tellClosing(teller: Teller, pack: PackagePlan, at: number): void {
  const { story } = teller;
  story.plan(at, () => {
    const shipment = story.shipment(pack.seat.id);
    if (shipmentStatus(shipment) !== 'Received') return;
    onPackage(story, receiverOf(teller, pack), pack.seat.id, { type: 'CloseShipment' });
  });
}

/** The person who packs at the sender's: shop people, elsewhere a worker who may send. */
export function senderOf({ staff }: Teller, { lane, seat }: PackagePlan): Performer {
  const { orderType, from } = lane;
  if (from.kind === 'shop') return staff.person(from.id, seat.id);
  return staff.hand(from.id, orderType === 3 ? 18 : 14, seat.id);
}

/** The person who opens it. At the client's door the sender records what the carrier reports. */
export function receiverOf(teller: Teller, pack: PackagePlan): Performer {
  const { to, orderType } = pack.lane;
  return to === null
    ? senderOf(teller, pack)
    : siteReceiver(teller, to, orderType === 3 ? 19 : 3, pack.seat.id);
}

function siteReceiver({ staff }: Teller, site: SiteRow, target: 3 | 19, turn: number): Performer {
  return site.kind === 'shop' ? staff.person(site.id, turn) : staff.hand(site.id, target, turn);
}
