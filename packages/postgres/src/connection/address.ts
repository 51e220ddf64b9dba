import { loginFault } from './login-fault.ts';

/** Which of several servers a connection is for. */
export type Wanted = 'read-write' | 'any' | 'prefer-standby';

/** What a PostgreSQL address names, once it may name several servers. */
export interface Address {
  /** The same address for each host alone, in the order named, without `target_session_attrs`. */
  readonly hosts: readonly string[];
  readonly wanted: Wanted;
  /** Whether a server must be chosen: there are several, or one that must be of a certain kind. */
  readonly isChosen: boolean;
}

const SHAPE = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(\?.*)?$/;
const WANTED: ReadonlyMap<string, Wanted> = new Map([
  ['read-write', 'read-write'],
  ['primary', 'read-write'],
  ['any', 'any'],
  ['prefer-standby', 'prefer-standby'],
]);

/**
 * Reads `postgresql://user:password@a:5432,b:5432/database?target_session_attrs=read-write`: hosts and the parameter as
 * PostgreSQL's own library has them. Without the parameter the first of several servers that takes writes is meant.
 *
 * @throws Error in words that go after the variable's name, such as "must name a host"
 */
export function parseAddress(text: string): Address {
  const fault = loginFault(text);
  if (fault !== undefined) throw new Error(fault);
  const [, scheme, login, hostList = '', path = '', query = ''] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) throw new Error('must be an address beginning with postgres:// or postgresql://');
  const parameters = new URLSearchParams(query);
  const asked = parameters.get('target_session_attrs');
  const wanted = WANTED.get(asked ?? 'read-write');
  if (wanted === undefined)
    throw new Error(`must have one of ${[...WANTED.keys()].join(', ')} as target_session_attrs`);
  parameters.delete('target_session_attrs');
  const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  const before = login === undefined ? scheme : `${scheme}${login}@`;
  const names = hostList.split(',');
  const hosts = names.map((host) => `${before}${host}${path}${rest}`);
  // One alone may stand in the parameter "host": a socket's folder.
  if ((names.length > 1 && names.includes('')) || !hosts.every((host) => URL.canParse(host)))
    throw new Error('must name each host as host or host:port');
  return { hosts, wanted, isChosen: hosts.length > 1 || asked !== null };
}

/** Hosts and database of an address, as a person reads them: without login and parameters. */
export function placeOf(text: string): string {
  const urls = parseAddress(text).hosts.map((host) => new URL(host));
  return `${urls.map(({ host }) => host).join(',')}${urls[0]?.pathname ?? ''}`;
}

/** The same address for another login. */
export function withLogin(text: string, user: string, password: string): string {
  const [, scheme, , hosts, path = '', query = ''] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) throw new Error('must be an address beginning with postgres:// or postgresql://');
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `${scheme}${login}@${hosts}${path}${query}`;
}

/** The password that an address carries, as it stands there; empty when it has none. */
export function passwordOf(text: string): string {
  const [first = ''] = parseAddress(text).hosts;
  return new URL(first).password;
}

/** What is wrong with the address of a setting, in words that go after its name; undefined when it can be used. */
export function addressFault(text: string, use: 'reads' | 'writes'): string | undefined {
  try {
    const { wanted } = parseAddress(text);
    if (use === 'reads' || wanted === 'read-write') return undefined;
    return 'must have read-write as target_session_attrs: commands are written there';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
