import { PackingPage } from './packing-page.tsx';

/**
 * `/preparePackage`: pieces at 1, bound to a tracking number, signed and sent to the warehouse; or what came here by
 * mistake, home to its own shop; or what came back and its client wants delivered, to their door.
 */
export const Screen = () => <PackingPage ways={['workshop', 'shop', 'door']} />;
