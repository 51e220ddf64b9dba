import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { isAuditor } from '@atelier/domain/identity/auditor.ts';

/** One step: what it points at, and its words in `tour.json`. */
export interface TourStep {
  readonly key: 'menu' | 'search' | 'main' | 'fresh' | 'help';
  readonly at: string;
  readonly text: string;
}

type Viewed = Pick<SessionView, 'allPermission'> & { readonly user: Pick<SessionView['user'], 'user_type'> };

const testId = (...names: readonly string[]): string =>
  names.map((name) => `[data-testid="${name}"]`).join(', ');

/** The steps for a person's first screen. On a phone the menu is behind its button. */
export function tourSteps({ allPermission, user }: Viewed): readonly TourStep[] {
  const role = isAuditor(allPermission) ? 'auditor' : user.user_type;
  const screen = role === 'admin' ? 'operation' : role;
  return [
    { key: 'main', at: '#main', text: `main.${screen}` },
    { key: 'menu', at: testId('sidebar', 'open-menu'), text: `menu.${role}` },
    { key: 'search', at: testId('open-palette'), text: 'search.text' },
    { key: 'fresh', at: testId('freshness'), text: 'fresh.text' },
    { key: 'help', at: testId('person'), text: 'help.text' },
  ];
}
