import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { isAuditor } from '@atelier/domain/identity/auditor.ts';
import { openableBy, visibleNav } from './layout/nav.ts';
import { ownPath } from '../lib/session/own-origin.ts';
import { isStation } from '../lib/session/station.ts';
import { screenAt } from './routes.ts';

/** What the guard decides, once per address: exactly one of the three (product/identity.md §7). */
export type GuardOutcome = { kind: 'show' } | { kind: 'redirect'; to: string };

export interface GuardInput {
  /** Path with query and hash. */
  wanted: string;
  session: SessionView | null;
}

const LOGIN = '/login';
const WORKER_LOGIN = '/operation/rmafactory/login';

/** A worker's first bench, as their role has it; where it opens none, the sign-in says so. */
function workplaceOf(session: SessionView): string {
  if (session.allPermission.includes('operation dashboard')) return '/operation/dashboard';
  return visibleNav(openableBy(session))[0]?.items[0]?.to ?? WORKER_LOGIN;
}

/** Where a person starts after sign-in (product/identity.md §7). */
export function landingOf(session: SessionView): string {
  if (isStation(session)) return session.worker ? workplaceOf(session) : WORKER_LOGIN;
  if (isAuditor(session.allPermission)) return '/system/audit';
  return session.user.user_type === 'shop' ? '/dashboard' : '/operation/dashboard';
}

/** Parsed on a fixed host, so that an address like `//` is a path too and never another host. */
const pathOf = (address: string) => new URL(`http://own${address}`).pathname.replace(/(.)\/+$/, '$1');

/**
 * Where to go after sign-in: the wanted own path, or the person's landing; after the old login either carries `backups=true`.
 * Coming back to the sign-in page itself would turn in a circle.
 */
export function afterLogin(
  session: SessionView,
  redirect: string | null,
  oldLogin: boolean,
  origin?: string,
): string {
  const wanted = ownPath(redirect, origin);
  const back = wanted && ![LOGIN, '/', '/home'].includes(pathOf(wanted)) ? wanted : null;
  return markedAs(oldLogin, back ?? landingOf(session));
}

/** Every address after the old login is marked (product/identity.md §7). The address was checked as text and stays the same text. */
function markedAs(oldLogin: boolean, address: string): string {
  if (!oldLogin || address.includes('backups=true')) return address;
  const [page = '', ...hash] = address.split(/(?=#)/);
  return `${page}${page.includes('?') ? '&' : '?'}backups=true${hash.join('')}`;
}

/** A station may read nothing before a worker signs in on it (product/workforce.md §1): it would only ask and be refused. */
const awaitsWorker = (session: SessionView, path: string): boolean =>
  isStation(session) && session.worker === null && path !== WORKER_LOGIN && screenAt(path) !== undefined;

/** `/customerStatus` never comes here: it is another page, open to all. */
export function guard({ wanted, session }: GuardInput): GuardOutcome {
  const path = pathOf(wanted);
  if (path === LOGIN) return session ? { kind: 'redirect', to: '/' } : { kind: 'show' };
  if (!session) return { kind: 'redirect', to: `${LOGIN}?redirect=${encodeURIComponent(wanted)}` };
  if (awaitsWorker(session, path)) return { kind: 'redirect', to: WORKER_LOGIN };
  if (path === '/home') return { kind: 'redirect', to: '/dashboard' };
  // `/` leads to the dashboard (product/identity.md §7), which for those who are not in a shop is the operation's.
  if (path === '/') return { kind: 'redirect', to: landingOf(session) };
  if (path === '/dashboard' && session.user.user_type !== 'shop')
    return { kind: 'redirect', to: landingOf(session) };
  return { kind: 'show' };
}
