import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { createRegistry } from '../registry/registry.ts';
import type { EventRegistry } from '../event-types.ts';

/** Event types of the store's own tests: the store knows nothing of jewels. */
export const testRegistry: EventRegistry = createRegistry(
  { ThingMade: {}, ThingMoved: {}, RemarkMade: {} },
  { RemarkMade: { subject: 'customer', fields: ['text', 'contact.phone', 'images.*.caption'] } },
);

export const testMasterKey = masterKeyOf(Buffer.alloc(32, 7));
