import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';

/** A step of the business and what a thing is after it, in the words of the Core Business Vocabulary. */
export interface Step {
  readonly bizStep: string;
  readonly disposition?: string;
}

const REPAIRING: Step = { bizStep: 'repairing', disposition: 'in_progress' };
const ASSEMBLING: Step = { bizStep: 'assembling', disposition: 'in_progress' };
const INSPECTING: Step = { bizStep: 'inspecting', disposition: 'in_progress' };
const SHIPPING: Step = { bizStep: 'shipping', disposition: 'in_transit' };

/** What entering a status is. */
export const STATUS_STEPS: Readonly<Record<StatusId, Step>> = {
  [Status.Created]: { bizStep: 'accepting', disposition: 'in_progress' },
  [Status.SentToWarehouse]: SHIPPING,
  [Status.ReceiveFromShop]: { bizStep: 'receiving', disposition: 'in_progress' },
  [Status.MCToCN]: SHIPPING,
  [Status.IncomingCheck]: INSPECTING,
  [Status.SAVCheckResult]: INSPECTING,
  [Status.RepairProcess]: REPAIRING,
  [Status.RepairPolish]: REPAIRING,
  [Status.RepairQC]: INSPECTING,
  [Status.PlatingProcess]: REPAIRING,
  [Status.AssemblyProcess]: ASSEMBLING,
  [Status.AssemblyPenPlatingProcess]: REPAIRING,
  [Status.AssemblySettingStone]: ASSEMBLING,
  [Status.AssemblySettingPearl]: ASSEMBLING,
  [Status.FinalQCProcess]: INSPECTING,
  [Status.RepairDone]: { bizStep: 'staging_outbound', disposition: 'available' },
  [Status.LogisticsShipOut]: SHIPPING,
  [Status.ShopReceived]: { bizStep: 'receiving', disposition: 'available' },
  [Status.TakenByClient]: { bizStep: 'accepting', disposition: 'active' },
  [Status.Closed]: { bizStep: 'other', disposition: 'inactive' },
  [Status.Cancelled]: { bizStep: 'other', disposition: 'inactive' },
};

/** What an inspection found a piece to be. */
export const OUTCOME_DISPOSITIONS: Readonly<Record<Outcome, string>> = {
  repaired: 'conformant',
  unrepaired: 'non_conformant',
  replaced: 'needs_replacement',
  counterfeit: 'no_pedigree_match',
};

/** Events of a piece that are one observation of it. */
export const ITEM_STEPS: Readonly<Record<string, Step>> = {
  FindingsSaved: INSPECTING,
  MeasurementsRecorded: INSPECTING,
  ItemMarkedMissing: { bizStep: 'stock_taking', disposition: 'unknown' },
  ItemFound: { bizStep: 'stock_taking', disposition: 'in_progress' },
  HoldPlaced: { bizStep: 'holding', disposition: 'unavailable' },
};

/** Events of a package that are one observation of it. */
export const PACKAGE_STEPS: Readonly<Record<string, Step>> = {
  ShipmentSealed: { bizStep: 'packing', disposition: 'container_closed' },
  ShipmentUnsealed: { bizStep: 'unpacking', disposition: 'container_open' },
  ShipmentSent: SHIPPING,
  ShipmentPickedUp: { bizStep: 'departing', disposition: 'in_transit' },
  ShipmentArrivalChecked: { bizStep: 'arriving', disposition: 'in_progress' },
};

/** Who passes a jewel on to whom, as a step. */
export const HANDOVER_STEPS = {
  shipment: SHIPPING,
  site: { bizStep: 'receiving', disposition: 'in_progress' },
  customer: { bizStep: 'accepting', disposition: 'active' },
  settled: { bizStep: 'other', disposition: 'unknown' },
} as const satisfies Record<string, Step>;
