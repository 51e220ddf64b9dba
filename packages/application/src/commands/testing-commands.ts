import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { randomUUID } from 'node:crypto';
import { createPostgresBlobStore } from '../blobs/postgres-blob-store.ts';
import { keepUpload } from '../images/uploads.commands.ts';
import type { World } from '../projections/testing.ts';
import { handOver } from '../repair/handover.commands.ts';
import { signItems } from '../shipping/sign.commands.ts';
import { moveItemsTo, type Move } from '../repair/move.commands.ts';
import { depositRma, type NewDeposit } from '../deposit/deposit.commands.ts';
import type { NewItem } from '../deposit/deposit-items.commands.ts';
import { runItemCommand } from './item-command.ts';
import { packItems } from '../shipping/pack.commands.ts';
import { sendBound, signPackage } from '../shipping/send.commands.ts';
import { reject } from '@atelier/domain/decider.ts';
import type { ItemOutcome } from './each-item.ts';
import type { Caller, CommandOutcome, CommandServices } from './run-command.ts';

/** Sites of the demo's reference data. */
export const PAR = 1;
export const LYN = 2;
export const WHS = 20;

/** A clock that tests turn by hand. */
export interface HandClock {
  readonly now: () => Date;
  readonly advance: (ms: number) => void;
}

export function handClock(from: Date): HandClock {
  let time = from.getTime();
  return { now: () => new Date(time), advance: (ms) => void (time += ms) };
}

export function servicesOf(world: World, clock: HandClock): CommandServices {
  const { store, db, pool } = world;
  return {
    store,
    db,
    blobs: createPostgresBlobStore(pool, store.files),
    clock,
    policy: () => DEFAULT_POLICY,
  };
}

/** An account at a site; shops see their store, operation what is at or inbound to them. */
export function callerAt(siteId: number, kind: 'store' | 'site', extras: Partial<Caller> = {}): Caller {
  const scope: DataScope = { kind, siteId };
  return {
    actor: { userId: siteId * 100, workerId: null, siteId },
    scope,
    metadata: {
      actor: { id: siteId * 100, kind: 'user' },
      site: siteId,
      commandId: randomUUID(),
      occurredAt: '2026-11-20T10:00:00.000Z',
    },
    ...extras,
  };
}

export const paris = (extras?: Partial<Caller>): Caller => callerAt(PAR, 'store', extras);
export const lyon = (extras?: Partial<Caller>): Caller => callerAt(LYN, 'store', extras);
export const warehouse = (extras?: Partial<Caller>): Caller => callerAt(WHS, 'site', extras);

/** The outcome of a call for one item. */
export async function onlyOutcome(outcomes: Promise<readonly ItemOutcome[]>): Promise<CommandOutcome> {
  const [only] = await outcomes;
  return only?.outcome ?? reject('not_found');
}

/** `moveItemsTo` for one item. */
export const moveItemTo = (services: CommandServices, caller: Caller, move: Move): Promise<CommandOutcome> =>
  onlyOutcome(moveItemsTo(services, caller, [move]));

/** What must have been accepted. Throws with the refusal's code otherwise. */
export function must(outcome: CommandOutcome): Extract<CommandOutcome, { ok: true }> {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.rejection)}`);
  return outcome;
}

export async function anySku(world: World): Promise<string> {
  const row = await world.db
    .selectFrom('products')
    .select('sku')
    .where('is_gold', '=', false)
    .orderBy('sku')
    .executeTakeFirstOrThrow();
  return row.sku;
}

/** A picture as `/upload/img` keeps it for a site, which a deposit there may name. */
export async function keptPicture({ db, pool, store }: World, siteId: number): Promise<string> {
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
  const upload = { userId: siteId * 100, siteId, idempotency: undefined, source: bytes };
  const services = { db, blobs: createPostgresBlobStore(pool, store.files) };
  const image = { bytes, mediaType: 'image/jpeg', width: 1, height: 1 } as const;
  return (await keepUpload(services, { kind: 'site', siteId }, upload, image)).imageId;
}

export async function newDeposit(world: World, item: Partial<NewItem> = {}): Promise<NewDeposit> {
  return {
    storeId: PAR,
    customerId: null,
    contact: {
      firstName: 'Camille',
      lastName: 'Laurent',
      phoneCode: '+33',
      phone: '612345678',
      email: 'camille@laurent.test',
    },
    address: {
      country: 'FR',
      province: 'Île-de-France',
      city: 'Paris',
      address: '1 rue de la Paix',
      receiverName: 'Camille Laurent',
      receiverPhone: '+33612345678',
    },
    delivery: 'store',
    platform: 'store',
    fulfilledDate: '2026-01-10',
    originalOrderId: 'O-1',
    originalOrderNumber: 'ON-1',
    isAgent: false,
    language: 'fr',
    items: [{ ...newItem(await anySku(world)), images: [await keptPicture(world, PAR)], ...item }],
  };
}

function newItem(sku: string): NewItem {
  return {
    sku,
    size: '52',
    serial: `SN-${randomUUID()}`,
    certificateNo: null,
    sequenceNumber: null,
    purchaseDate: '2026-01-10',
    invoiceNumber: 'INV-1',
    weights: { totalMg: 5_000, goldMg: null, milliCarats: null },
    reasonIds: [1],
    subReasonIds: [],
    renewReasons: [],
    extendedWarranty: false,
    extendedWarrantyProof: null,
    warrantyOverride: null,
    maintenanceAmount: 0,
    waiverRemark: null,
    images: [],
    goldImage: null,
    survey: null,
    fakeProduct: null,
  };
}

/** Deposits one item in Paris and answers its ids. */
export async function deposit(services: CommandServices, given: NewDeposit) {
  const { answer } = must(await depositRma(services, paris(), given));
  const ids = answer?.['item_ids'];
  return { rmaId: Number(answer?.['rma_id']), itemId: Array.isArray(ids) ? Number(ids[0]) : 0 };
}

const SIGNATURE = 'a'.repeat(64);
const BENCHES: readonly StatusId[] = [
  Status.ReceiveFromShop,
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
  Status.AssemblyProcess,
  Status.FinalQCProcess,
  Status.RepairDone,
];

/** From the counter to the warehouse's bench: packed, signed, sent. */
export async function sendToWarehouse(
  services: CommandServices,
  itemIds: readonly number[],
  tracking: string,
) {
  const packing = { trackingNumber: tracking, itemIds, orderType: 1, origin: PAR, destination: WHS } as const;
  must(await packItems(services, paris(), packing));
  must(await signPackage(services, paris(), tracking, SIGNATURE));
  must(await sendBound(services, paris(), { trackingNumber: tracking, orderTypes: [1] }));
}

/** Received, repaired, checked, and sent home again: the item waits for its customer at 15. */
export async function repairAndReturn(services: CommandServices, itemId: number, tracking: string) {
  for (const target of BENCHES) must(await moveItemTo(services, warehouse(), { itemId, target }));
  const packing = {
    trackingNumber: tracking,
    itemIds: [itemId],
    orderType: 2,
    origin: WHS,
    destination: PAR,
  } as const;
  must(await packItems(services, warehouse(), packing));
  must(await signPackage(services, warehouse(), tracking, SIGNATURE));
  must(await sendBound(services, warehouse(), { trackingNumber: tracking, orderTypes: [2] }));
  must(await moveItemTo(services, paris(), { itemId, target: 15 }));
}

/** What waits at 15, sent to its client's door, as the client asked. */
export async function sendToClient(services: CommandServices, itemId: number, tracking: string) {
  const wish = { type: 'ChooseCollection', kind: 'delivery', shopId: null, fee: null } as const;
  must(await runItemCommand(services, paris(), itemId, () => wish));
  const packing = { trackingNumber: tracking, itemIds: [itemId], orderType: 4, origin: PAR } as const;
  must(await packItems(services, paris(), { ...packing, destination: null }));
  must(await signPackage(services, paris(), tracking, SIGNATURE));
  must(await sendBound(services, paris(), { trackingNumber: tracking, orderTypes: [4] }));
}

export async function collect(services: CommandServices, itemId: number) {
  const documentOf = () => Promise.resolve(SIGNATURE);
  must(await signItems(services, paris(), { itemIds: [itemId], kind: 'pickup', documentOf }));
  return must(await onlyOutcome(handOver(services, paris(), [itemId], { signature: SIGNATURE })));
}

/** All of its way: to the warehouse, repaired, home again, and into its owner's hand. */
export async function repairAndCollect(services: CommandServices, itemId: number) {
  await sendToWarehouse(services, [itemId], `OUT-${itemId}`);
  await repairAndReturn(services, itemId, `BACK-${itemId}`);
  await collect(services, itemId);
}
