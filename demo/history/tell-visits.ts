import { HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type {
  ChangeItemStatus,
  FindingsInput,
  MeasurementsInput,
} from '@atelier/domain/repair/item/commands.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { isOnward, moveKindOf } from '@atelier/domain/repair/item/moves.ts';
import { causeOptions } from '@atelier/domain/repair/scanning/quality.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { SECOND_MS } from './durations.ts';
import type { PackagePlan } from './packages.ts';
import type { PiecePlan, Visit } from './plan.ts';
import type { Performer } from './staff.ts';
import { turnOf, type Teller } from './teller.ts';
import { textsOf } from './texts/texts.ts';
import { move, onItem, scan, undo } from './verbs.ts';
import { solderAt, weighed } from './weights.ts';

type MoveDetails = Omit<ChangeItemStatus, 'type' | 'target'>;

/** Visits with the moments they really begin: what comes in a package comes out in its turn. */
export function realVisits(piece: PiecePlan): readonly Visit[] {
  return piece.visits.map((visit, index) => ({
    ...visit,
    at: packageOf(piece, index)?.receiptOf(piece) ?? visit.at,
  }));
}

/** The package a visit's piece comes out of; null where it was already at the site. */
function packageOf({ visits, out, transfer }: PiecePlan, index: number): PackagePlan | null {
  if (index === 0) return out;
  return visits[index - 1]?.status === Status.MCToCN ? transfer : null;
}

/** Warehouse and factory: receipts, benches, what is found, said and measured there. */
export function tellVisits(teller: Teller, piece: PiecePlan): void {
  const visits = realVisits(piece);
  for (const [index, visit] of visits.entries()) {
    if (visit.status === Status.MCToCN) tellForwarding(teller, piece, visit);
    else tellVisit(teller, piece, visit, index);
  }
}

function tellVisit(teller: Teller, piece: PiecePlan, visit: Visit, index: number): void {
  const { story, staff } = teller;
  const { seat, random, turns } = piece;
  const pack = packageOf(piece, index);
  const hand = () => staff.hand(visit.site.id, visit.status, turnOf(seat.id, visit.status));
  const lead = pack === null ? random.int(20, 240) : 20;
  if (turns.slipAt === visit.status) tellSlip(teller, piece, index);
  if (isScanned(piece, index)) {
    story.plan(visit.at - lead * SECOND_MS, () =>
      scan(story, hand(), seat.id, visit.status, trackingOf(teller, pack)),
    );
  }
  story.plan(visit.at, () => move(story, hand(), seat.id, visit.status, detailsOf(teller, piece, visit)));
  const solder = solderAt(seat.id, visit, piece.visits[index + 1]);
  if (solder !== null) story.plan(solder.at, () => onItem(story, hand(), seat.id, solder.command));
  if (random.chance(0.03)) {
    const twice = visit.at + random.int(40, 400) * SECOND_MS;
    story.plan(twice, () => scan(story, hand(), seat.id, visit.status));
  }
  if (visit.status <= Status.RepairDone && random.chance(0.1)) tellRemark(teller, piece, visit, hand);
}

/** Going back is a separate action without a scan; so is a piece that arrives without its package. */
function isScanned({ visits, turns }: PiecePlan, index: number): boolean {
  const [before, visit] = [visits[index - 1], visits[index]];
  if (before === undefined || visit === undefined) return turns.byHand !== true;
  return before.status === Status.MCToCN || isOnward(moveKindOf(before.status, visit.status));
}

function trackingOf({ story }: Teller, pack: PackagePlan | null): string | null {
  return pack === null ? null : story.shipment(pack.seat.id).trackingNumber;
}

/** The wrong key: moved, noticed, taken back within minutes. */
function tellSlip({ story, staff }: Teller, { seat, visits }: PiecePlan, index: number): void {
  const [before, visit] = [visits[index - 1], visits[index]];
  const wrong = before === undefined ? undefined : WRONG_BENCH[before.status];
  if (wrong === undefined || visit === undefined || wrong === visit.status) return;
  const clumsy = () => staff.hand(visit.site.id, wrong, seat.id);
  story.plan(visit.at - 9 * MINUTE_MS, () => move(story, clumsy(), seat.id, wrong));
  story.plan(visit.at - 6 * MINUTE_MS, () => undo(story, clumsy(), seat.id));
}

/** Another bench that could have followed. */
const WRONG_BENCH: Readonly<Partial<Record<StatusId, StatusId>>> = {
  [Status.RepairProcess]: Status.RepairPolish,
  [Status.RepairQC]: Status.AssemblyPenPlatingProcess,
  [Status.PlatingProcess]: Status.AssemblyPenPlatingProcess,
  [Status.AssemblyProcess]: Status.AssemblyPenPlatingProcess,
};

function tellRemark({ story }: Teller, piece: PiecePlan, visit: Visit, hand: () => Performer): void {
  const text = piece.random.pick(textsOf(piece.rma.shop).factoryRemarks);
  story.plan(visit.at + 12 * MINUTE_MS, () => {
    const words = { commentId: story.nextId(), commentType: 2, text, email: null } as const;
    onItem(story, hand(), piece.seat.id, { type: 'AddComment', ...words });
  });
}

/** What is saved together with the move, as far as this stage has something to save. */
function detailsOf(teller: Teller, piece: PiecePlan, visit: Visit): MoveDetails {
  const item = teller.story.item(piece.seat.id);
  const reason = reasonFor(piece, item, visit);
  const why = reason === undefined ? {} : { reason };
  const { status } = visit;
  const measurements = weighed(item);
  if (status === Status.ReceiveFromShop || status === Status.IncomingCheck)
    return { ...why, measurements, ...findingsOf(teller, piece, item, visit) };
  if (status === Status.AssemblySettingStone)
    return { ...why, measurements: { ...measurements, stoneCount: piece.random.int(1, 34) } };
  if (status === Status.FinalQCProcess)
    return { ...why, measurements: { ...measurements, ...finalCheck(teller, piece) } };
  if (status === Status.RepairDone) return { ...why, ...resultOf(piece, item) };
  return { ...why, measurements };
}

/** Going back needs a reason, and so does a piece that arrives without its package. */
function reasonFor({ random }: PiecePlan, item: Item, { status, site }: Visit): string | undefined {
  const kind = item.custody.kind === 'shipment' ? 'forward' : moveKindOf(item.status, status);
  if (isOnward(kind)) return undefined;
  const texts = textsOf(site);
  if (kind === 'override') return texts.broughtByHand;
  return random.pick(kind === 'recall' ? texts.recalls : texts.reworks);
}

/** The investigation of product/repair.md §10: locked causes are left to the rule, the others chosen. */
function findingsOf({ facts }: Teller, piece: PiecePlan, item: Item, { site }: Visit): MoveDetails {
  const { found, random, rma } = piece;
  const ids = found.map((fault) => fault.subReasonId);
  const investigated = { inWarranty: item.warranty.inWarranty, total180: item.total180 };
  const locked = causeOptions(investigated, DEFAULT_POLICY).some((option) => option.locked);
  const chosen = item.work.findings !== null || locked ? {} : { cause: causeOf(piece) };
  const findings: FindingsInput = {
    ...chosen,
    reasonIds: [...new Set(found.map((fault) => fault.reasonId))],
    subReasons: found.map((fault) => ({ id: fault.subReasonId, reasonId: fault.reasonId })),
    ...(site.kind === 'factory' && random.chance(0.3) && { originalFactory: site.code }),
    ...(item.work.findings === null && { qualityIssue: random.chance(0.07) }),
  };
  return { findings, listedFee: facts.fee(ids, rma.shop) };
}

function causeOf({ random }: PiecePlan): string {
  return random.weighted([
    ['Production Issue', 45],
    ['Components Issue', 22],
    ['Design Issue', 8],
    ['Customers Issue', 25],
  ] as const);
}

function finalCheck({ pictures }: Teller, { piece, random }: PiecePlan): Pick<MeasurementsInput, 'photos'> {
  // Drawn for its place in the piece's choices: what follows stays as it was.
  random.next();
  return random.chance(0.25) ? { photos: pictures.photos(piece, 1) } : {};
}

function resultOf({ outcome, random, rma, piece }: PiecePlan, item: Item): MoveDetails {
  if (outcome === 'repaired') return {};
  const reason = textsOf(rma.shop).outcomes[outcome];
  if (outcome !== 'replaced') return { outcome, reason };
  const serial = `${piece.line.sku.charAt(0)}9${random.digits(6)}`;
  return { outcome, reason, replacement: { sku: item.product.sku, serial, size: item.product.size } };
}

/** The warehouse marks it for the factory; the package does the rest. */
function tellForwarding(teller: Teller, { seat, transfer }: PiecePlan, visit: Visit): void {
  const factory = transfer?.lane.to;
  if (factory !== undefined && factory !== null)
    tellFlag(teller, seat, visit.site, factory, visit.at - 2.2 * HOUR_MS);
}

/** `sav/need_to_transfer`: into the basket for a factory. */
export function tellFlag(
  { story, staff }: Teller,
  seat: PiecePlan['seat'],
  site: SiteRow,
  factory: SiteRow,
  at: number,
): void {
  story.plan(at, () =>
    onItem(story, staff.person(site.id), seat.id, { type: 'FlagForTransfer', toSiteId: factory.id }),
  );
}
