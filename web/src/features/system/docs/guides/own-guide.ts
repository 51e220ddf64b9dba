import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { isAuditor } from '@atelier/domain/identity/auditor.ts';
import type { GuideName } from './guides.ts';

type Viewed = Pick<SessionView, 'allPermission'> & {
  readonly user: Pick<SessionView['user'], 'user_type'>;
  readonly site: { readonly kind: string } | null;
};

/** The guide of a person's own work. */
export function ownGuide({ allPermission, user, site }: Viewed): GuideName {
  if (isAuditor(allPermission)) return 'auditor';
  if (user.user_type === 'shop') return 'shop';
  if (user.user_type === 'operation') return site?.kind === 'warehouse' ? 'warehouse' : 'factory';
  return allPermission.includes('view system config') ? 'admin' : 'privacy';
}
