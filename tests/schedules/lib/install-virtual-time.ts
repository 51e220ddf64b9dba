import { installVirtualTime } from './virtual-time.ts';

// Before anything that keeps a timer function for itself is loaded.
installVirtualTime();
