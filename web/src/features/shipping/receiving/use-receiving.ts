import type { ArrivalBody, SettleLostBody } from '@atelier/contracts/shipping/receiving-schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../lib/api/use-command.ts';

/** What is done to a package at its receiving end. Every success reads the package again; the other end hears it live. */
export function useReceiving(tracking: string) {
  const client = useQueryClient();
  const onSuccess = () => {
    void client.invalidateQueries({ queryKey: ['receiving'] });
    void client.invalidateQueries({ queryKey: ['repair', 'scan'] });
  };
  const ofPackage = { tracking_no: tracking };
  return {
    arrival: useCommand<Omit<ArrivalBody, 'tracking_no'>>(
      (reading) => ({ path: '/package/arrival', body: { ...ofPackage, ...reading } }),
      { onSuccess },
    ),
    setApart: useCommand<string>((code) => ({ path: '/package/extra', body: { ...ofPackage, code } }), {
      onSuccess,
    }),
    adopt: useCommand<string>((code) => ({ path: '/package/extra/adopt', body: { ...ofPackage, code } }), {
      onSuccess,
    }),
    handBack: useCommand<{ code: string; reason: string }>(
      (given) => ({ path: '/package/extra/return', body: { ...ofPackage, ...given } }),
      { onSuccess },
    ),
    close: useCommand<void>(() => ({ path: '/package/close', body: ofPackage }), { onSuccess }),
    missing: useCommand<readonly number[]>((ids) => ({ path: '/rma/missing', body: { rma_item_ids: ids } }), {
      onSuccess,
    }),
    found: useCommand<readonly number[]>((ids) => ({ path: '/rma/found', body: { rma_item_ids: ids } }), {
      onSuccess,
    }),
    settle: useCommand<SettleLostBody>((body) => ({ path: '/rma/settle_lost', body }), { onSuccess }),
  };
}

export type Receiving = ReturnType<typeof useReceiving>;
