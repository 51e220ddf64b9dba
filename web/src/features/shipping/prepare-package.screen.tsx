import { PackingPage } from './packing-page.tsx';

/**
 * `/preparePackage`: pieces at 1, bound to a tracking number, signed and sent to the warehouse; or what came here by
 * mistake, home to its own shop.
 */
export const Screen = () => <PackingPage ways={['workshop', 'shop']} />;
