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
    arrival: useCommand(
      (reading: Omit<ArrivalBody, 'tracking_no'>) => ({
        path: '/package/arrival',
        body: { ...ofPackage, ...reading },
      }),
      { onSuccess },
    ),
    setApart: useCommand((code: string) => ({ path: '/package/extra', body: { ...ofPackage, code } }), {
      onSuccess,
    }),
    adopt: useCommand((code: string) => ({ path: '/package/extra/adopt', body: { ...ofPackage, code } }), {
      onSuccess,
    }),
    handBack: useCommand(
      (given: { code: string; reason: string }) => ({
        path: '/package/extra/return',
        body: { ...ofPackage, ...given },
      }),
      { onSuccess },
    ),
    close: useCommand(() => ({ path: '/package/close', body: ofPackage }), { onSuccess }),
    missing: useCommand((ids: readonly number[]) => ({ path: '/rma/missing', body: { rma_item_ids: ids } }), {
      onSuccess,
    }),
    found: useCommand((ids: readonly number[]) => ({ path: '/rma/found', body: { rma_item_ids: ids } }), {
      onSuccess,
    }),
    settle: useCommand((body: SettleLostBody) => ({ path: '/rma/settle_lost', body }), { onSuccess }),
  };
}

export type Receiving = ReturnType<typeof useReceiving>;
