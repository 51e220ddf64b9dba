import { loginFault } from '@atelier/postgres/connection/login-fault.ts';

/** What a Redis address names: one server, or some nodes of a cluster. */
export interface RedisAddress {
  /** More than one: a cluster, whose other nodes they know. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly db: number;
  /** By TLS. */
  readonly isSecure: boolean;
}

const SHAPE = /^redis(s)?:\/\/(?:([^@/?#]*)@)?([^/?#]+)(?:\/(\d*))?$/;
const DEFAULT_PORT = 6379;

/**
 * Reads `redis://user:password@a:6379,b:6379`: one host is a server, several are nodes of one cluster.
 *
 * @throws Error in words that go after the variable's name, such as "must name each host as host or host:port"
 */
export function parseRedisAddress(text: string): RedisAddress {
  const fault = loginFault(text);
  if (fault !== undefined) throw new Error(fault);
  const [, secure, login, hostList = '', db = ''] = SHAPE.exec(text) ?? [];
  if (hostList === '') throw new Error('must be an address beginning with redis:// or rediss://');
  const nodes = hostList.split(',').map(nodeOf);
  if (nodes.length > 1 && Number(db) !== 0)
    throw new Error('must name no database: a cluster has only the first');
  return { nodes, ...loginOf(login), db: Number(db), isSecure: secure !== undefined };
}

/** What is wrong with an address, in words that go after the variable's name; undefined when nothing is. */
export function redisAddressFault(text: string): string | undefined {
  try {
    parseRedisAddress(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function nodeOf(name: string): RedisAddress['nodes'][number] {
  // An address that browsers do not know keeps an empty host empty and a port as it is named.
  const url = URL.parse(`redis://${name}`);
  if (url === null || url.hostname === '') throw new Error('must name each host as host or host:port');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: url.port === '' ? DEFAULT_PORT : Number(url.port) };
}

function loginOf(login: string | undefined): Pick<RedisAddress, 'username' | 'password'> {
  const [, username = '', password] = /^([^:]*)(?::(.*))?$/.exec(login ?? '') ?? [];
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== undefined && { password: decodeURIComponent(password) }),
  };
}
