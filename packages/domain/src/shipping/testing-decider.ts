import type { Decider } from '../testing.ts';
import type { ShipmentCommand } from './commands.ts';
import { decideShipment, type ShipmentContext } from './decide.ts';
import type { ShipmentEvent } from './events.ts';
import { evolveShipment, initialShipment, type ShipmentState } from './shipment.ts';

export const shipmentDecider: Decider<ShipmentState, ShipmentCommand, ShipmentEvent, ShipmentContext> = {
  initialState: initialShipment,
  evolve: evolveShipment,
  decide: decideShipment,
};
