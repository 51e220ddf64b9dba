import { describe, expect, it } from 'vitest';
import { Status } from '@atelier/domain/shared/status.ts';
import {
  HANDOVER_STEPS,
  ITEM_STEPS,
  OUTCOME_DISPOSITIONS,
  PACKAGE_STEPS,
  STATUS_STEPS,
} from './epcis-steps.ts';

const words = (steps: Readonly<Record<string, { bizStep: string; disposition?: string }>>) =>
  Object.fromEntries(
    Object.entries(steps).map(([name, { bizStep, disposition }]) => [name, `${bizStep} ${disposition}`]),
  );

describe('the words of the Core Business Vocabulary', () => {
  it('say what entering each status is', () => {
    expect(words(STATUS_STEPS)).toEqual({
      [Status.Created]: 'accepting in_progress',
      [Status.SentToWarehouse]: 'shipping in_transit',
      [Status.ReceiveFromShop]: 'receiving in_progress',
      [Status.MCToCN]: 'shipping in_transit',
      [Status.IncomingCheck]: 'inspecting in_progress',
      [Status.SAVCheckResult]: 'inspecting in_progress',
      [Status.RepairProcess]: 'repairing in_progress',
      [Status.RepairPolish]: 'repairing in_progress',
      [Status.RepairQC]: 'inspecting in_progress',
      [Status.PlatingProcess]: 'repairing in_progress',
      [Status.AssemblyProcess]: 'assembling in_progress',
      [Status.AssemblyPenPlatingProcess]: 'repairing in_progress',
      [Status.AssemblySettingStone]: 'assembling in_progress',
      [Status.AssemblySettingPearl]: 'assembling in_progress',
      [Status.FinalQCProcess]: 'inspecting in_progress',
      [Status.RepairDone]: 'staging_outbound available',
      [Status.LogisticsShipOut]: 'shipping in_transit',
      [Status.ShopReceived]: 'receiving available',
      [Status.TakenByClient]: 'accepting active',
      [Status.Closed]: 'other inactive',
      [Status.Cancelled]: 'other inactive',
    });
  });

  it('say what an inspection found', () => {
    expect(OUTCOME_DISPOSITIONS).toEqual({
      repaired: 'conformant',
      unrepaired: 'non_conformant',
      replaced: 'needs_replacement',
      counterfeit: 'no_pedigree_match',
    });
  });

  it('say what is observed of a piece, and of a package', () => {
    expect(words(ITEM_STEPS)).toEqual({
      FindingsSaved: 'inspecting in_progress',
      MeasurementsRecorded: 'inspecting in_progress',
      ItemMarkedMissing: 'stock_taking unknown',
      ItemFound: 'stock_taking in_progress',
      HoldPlaced: 'holding unavailable',
    });
    expect(words(PACKAGE_STEPS)).toEqual({
      ShipmentSealed: 'packing container_closed',
      ShipmentUnsealed: 'unpacking container_open',
      ShipmentSent: 'shipping in_transit',
      ShipmentPickedUp: 'departing in_transit',
      ShipmentArrivalChecked: 'arriving in_progress',
    });
  });

  it('say to whom a piece is handed', () => {
    expect(words(HANDOVER_STEPS)).toEqual({
      shipment: 'shipping in_transit',
      site: 'receiving in_progress',
      customer: 'accepting active',
      settled: 'other unknown',
    });
  });
});
