import type { GuideName } from '../guides/guides.ts';

/** A change that people see; its words are in `locales/<lng>/whats-new.json`. */
export interface WhatsNewItem {
  readonly key: string;
  /** The day it came, YYYY-MM-DD. */
  readonly on: string;
  /** Whose work it changes. */
  readonly roles: readonly GuideName[];
  /** The guide's task or the screen that shows it. */
  readonly to: string;
}

/**
 * Kept by hand, newest first: a change of what people see adds a line, its words in seven languages, and moves
 * `NEWEST_ON` of `lib/page/seen-changes.ts`.
 */
export const WHATS_NEW: readonly WhatsNewItem[] = [
  { key: 'whatIf', on: '2026-11-29', roles: ['admin', 'auditor'], to: '/insight/what-if' },
  { key: 'capacity', on: '2026-11-28', roles: ['factory', 'admin', 'auditor'], to: '/insight/capacity' },
  {
    key: 'gold',
    on: '2026-11-28',
    roles: ['shop', 'warehouse', 'factory', 'admin', 'auditor'],
    to: '/insight/gold',
  },
  {
    key: 'process',
    on: '2026-11-28',
    roles: ['shop', 'warehouse', 'factory', 'admin', 'auditor'],
    to: '/insight/process',
  },
  { key: 'radar', on: '2026-11-28', roles: ['factory', 'admin', 'auditor'], to: '/insight/radar' },
  {
    key: 'expected',
    on: '2026-11-28',
    roles: ['shop', 'factory', 'customer'],
    to: '/documentation/shop#deposit',
  },
  { key: 'clock', on: '2026-11-28', roles: ['factory', 'warehouse', 'admin'], to: '/operation/dashboard' },
  { key: 'door', on: '2026-11-28', roles: ['shop'], to: '/documentation/shop#pickup' },
  { key: 'thread', on: '2026-11-28', roles: ['shop'], to: '/documentation/shop#thread' },
  { key: 'loan', on: '2026-11-28', roles: ['shop'], to: '/documentation/shop#loan' },
  { key: 'figures', on: '2026-11-28', roles: ['shop', 'admin'], to: '/documentation/shop#figures' },
  { key: 'bringBack', on: '2026-11-28', roles: ['factory'], to: '/documentation/factory#bringBack' },
  {
    key: 'guides',
    on: '2026-11-28',
    roles: ['shop', 'warehouse', 'factory', 'admin', 'auditor', 'privacy'],
    to: '/documentation',
  },
  { key: 'pickup', on: '2026-11-28', roles: ['shop'], to: '/documentation/shop#pickup' },
  { key: 'calls', on: '2026-11-28', roles: ['shop'], to: '/documentation/shop#calls' },
  { key: 'bench', on: '2026-11-28', roles: ['factory', 'warehouse'], to: '/documentation/factory#work' },
  { key: 'sav', on: '2026-11-28', roles: ['warehouse'], to: '/documentation/warehouse#sav' },
  {
    key: 'box',
    on: '2026-11-28',
    roles: ['shop', 'warehouse', 'factory', 'admin'],
    to: '/documentation/shop#find',
  },
  { key: 'deposit', on: '2026-11-27', roles: ['shop'], to: '/documentation/shop#deposit' },
  { key: 'audit', on: '2026-11-27', roles: ['auditor'], to: '/documentation/auditor#activity' },
  { key: 'admin', on: '2026-11-27', roles: ['admin'], to: '/system/home' },
  { key: 'fee', on: '2026-11-26', roles: ['shop'], to: '/documentation/customer#fee' },
  { key: 'messages', on: '2026-11-26', roles: ['shop', 'admin'], to: '/documentation/customer#messages' },
  { key: 'webhooks', on: '2026-11-26', roles: ['admin'], to: '/documentation/admin#systems' },
  { key: 'apiKeys', on: '2026-11-25', roles: ['admin'], to: '/documentation/admin#systems' },
  { key: 'exports', on: '2026-11-25', roles: ['auditor', 'admin'], to: '/documentation/auditor#export' },
];
