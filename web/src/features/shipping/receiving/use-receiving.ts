import type { ArrivalBody } from '@atelier/contracts/shipping/receiving-schema.ts';
import { useCommand } from '../../../lib/api/use-command.ts';

/** What every success reads again. */
const invalidates = [['receiving'], ['repair', 'scan']];

/** What is done to a package at its receiving end. Every success reads the package again; the other end hears it live. */
export function useReceiving(tracking: string) {
  const ofPackage = { tracking_no: tracking };
  return {
    tracking,
    invalidates,
    arrival: useCommand(
      (reading: Omit<ArrivalBody, 'tracking_no'>) => ({
        path: '/package/arrival',
        body: { ...ofPackage, ...reading },
      }),
      { invalidates },
    ),
    setApart: useCommand((code: string) => ({ path: '/package/extra', body: { ...ofPackage, code } }), {
      invalidates,
    }),
    adopt: useCommand((code: string) => ({ path: '/package/extra/adopt', body: { ...ofPackage, code } }), {
      invalidates,
    }),
    close: useCommand(() => ({ path: '/package/close', body: ofPackage }), { invalidates }),
    missing: useCommand((ids: readonly number[]) => ({ path: '/rma/missing', body: { rma_item_ids: ids } }), {
      invalidates,
    }),
    found: useCommand((ids: readonly number[]) => ({ path: '/rma/found', body: { rma_item_ids: ids } }), {
      invalidates,
    }),
  };
}

export type Receiving = ReturnType<typeof useReceiving>;
