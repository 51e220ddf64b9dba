import type { SessionView } from '@atelier/contracts/identity/schema.ts';

/** The topic of everything that a site may see; none for those who stand nowhere (administrators). */
export const scopeTopics = (site: SessionView['site'] | undefined): string[] =>
  site ? [`${site.kind === 'shop' ? 'store' : 'site'}:${site.id}`] : [];
