import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/api/use-command.ts';

export interface Way {
  readonly carrier?: string;
  readonly destination?: number;
}

/** Another carrier or destination for a package that is there: other windows see it at once. */
export function useRoute(shipment: ShipmentView | null) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['shipping'] });
  return useCommand(
    (way: Way) => ({ path: '/package/route', body: { tracking_no: shipment?.tracking_no ?? '', ...way } }),
    { onSuccess: refresh, onError: refresh },
  );
}
