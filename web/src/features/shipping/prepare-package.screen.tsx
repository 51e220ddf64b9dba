import { FROM_SHOP } from './package-queries.ts';
import { PackingPage } from './packing-page.tsx';

/** `/preparePackage`: pieces at 1, bound to a tracking number, signed and sent to the warehouse. */
export const Screen = () => <PackingPage kind={FROM_SHOP} />;
