import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import type { UserType } from '@atelier/domain/identity/contract.ts';

/** One account of the demo. `roles` are role names as sign-in answers them. */
export interface DemoAccount {
  readonly email: string;
  /** null: this person cannot sign in with a password. */
  readonly password: string | null;
  readonly name: string;
  readonly lastName: string;
  readonly type: UserType;
  /** Where the account stands; null for those who stand nowhere. */
  readonly siteCode: string | null;
  readonly roles: readonly string[];
}

export const DEMO_PASSWORD = 'demo-Repair-2026';

type RoleKey = keyof typeof STANDARD_ROLES;

const account = (
  address: string,
  password: string | null,
  [name, lastName]: readonly [string, string],
  type: UserType,
  siteCode: string | null,
  role: RoleKey,
): DemoAccount => ({
  email: `${address}@demo.test`,
  password,
  name,
  lastName,
  type,
  siteCode,
  roles: [STANDARD_ROLES[role].name],
});

type Named = readonly [string, string];

const door = (address: string, name: Named, type: UserType, siteCode: string | null, role: RoleKey) =>
  account(address, DEMO_PASSWORD, name, type, siteCode, role);

/** The accounts the start prints (docs/demo.md). */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  door('paris', ['Camille Fontaine', 'Fontaine'], 'shop', 'PAR', 'shop'),
  door('tokyo', ['佐藤美咲', '佐藤'], 'shop', 'TYO', 'shop'),
  door('shanghai', ['陈静', '陈'], 'shop', 'SHA', 'shop'),
  door('warehouse', ['Wong Ka-yan', 'Wong'], 'operation', 'WHS', 'operation'),
  door('factory', ['林浩然', '林'], 'operation', 'FSZ', 'operation'),
  door('factory2', ['Giulia Ferrari', 'Ferrari'], 'operation', 'FVZ', 'operation'),
  door('station', ['Shenzhen station', 'Station'], 'operation', 'FSZ', 'factoryWorker'),
  door('admin', ['Alex Morgan', 'Morgan'], 'admin', null, 'admin'),
  door('auditor', ['Noor Haddad', 'Haddad'], 'admin', null, 'auditor'),
  door('admin2', ['Robin Keller', 'Keller'], 'admin', null, 'decider'),
];

const colleague = (address: string, name: Named, siteCode: string) =>
  account(address, null, name, 'shop', siteCode, 'shop');
const station = (address: string, name: string, siteCode: string) =>
  account(address, null, [name, 'Station'], 'operation', siteCode, 'factoryWorker');

/** The colleagues who did the rest of the work. They have no password, so they cannot sign in. */
export const DEMO_COLLEAGUES: readonly DemoAccount[] = [
  colleague('hugo.mercier', ['Hugo Mercier', 'Mercier'], 'PAR'),
  colleague('elodie.garnier', ['Élodie Garnier', 'Garnier'], 'LYN'),
  colleague('oliver.whitmore', ['Oliver Whitmore', 'Whitmore'], 'LON'),
  colleague('grace.sullivan', ['Grace Sullivan', 'Sullivan'], 'NYC'),
  colleague('yuto.takahashi', ['高橋悠斗', '高橋'], 'TYO'),
  colleague('lei.wang', ['王磊', '王'], 'SHA'),
  colleague('na.li', ['李娜', '李'], 'BJS'),
  colleague('wingsze.lam', ['林詠詩', '林'], 'HKG'),
  colleague('yichun.tsai', ['蔡怡君', '蔡'], 'TPE'),
  colleague('layla.mansour', ['ليلى منصور', 'منصور'], 'DXB'),
  colleague('javier.ortega', ['Javier Ortega', 'Ortega'], 'MAD'),
  colleague('valeria.castillo', ['Valeria Castillo', 'Castillo'], 'MEX'),
  station('station.valenza', 'Valenza station', 'FVZ'),
  station('station.warehouse', 'Warehouse station', 'WHS'),
];
