import { isStatusId, statusOf } from '@atelier/domain/shared/status.ts';

const OWN_PAGES: Readonly<Record<number, string>> = {
  3: '/receiveFromShop',
  4: '/sendToRepair',
  7: '/sendToPlating',
  13: '/receiveFromRepair',
};

/** The scanning screen of a stage (product/screens.md §1). */
export function stagePath(status: number): string {
  const own = OWN_PAGES[status];
  if (own !== undefined) return own;
  return isStatusId(status) ? `/operation/${status}/${statusOf(status).name}/` : '/operation/dashboard';
}
