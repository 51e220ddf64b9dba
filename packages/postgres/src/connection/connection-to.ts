import { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { parseAddress } from './address.ts';
import { createServerFinder, type Server, type ServerFinder } from './server-finder.ts';

/** One for each address of this process: all its connections follow the same server. */
const finders = new Map<string, ServerFinder>();

/** The part of the driver's options that says where to. */
type Connection = Pick<ClientConfig, 'connectionString' | 'ssl' | 'stream'>;

/**
 * The driver's options for an address. Whatever connects to PostgreSQL, of ours or of a library, takes them: only so does it find its way when
 * the address names several servers, or one of a certain kind.
 *
 * @throws Error for an address that cannot be read, see `parseAddress`
 */
export function connectionTo(address: string): Connection {
  const { hosts, wanted, isChosen } = parseAddress(address);
  const [first = address] = hosts;
  if (!isChosen) return { connectionString: address };
  const servers = hosts.map(serverOf);
  const finder = finders.get(address) ?? createServerFinder(servers, wanted);
  finders.set(address, finder);
  return { ...withIdentities(first, servers), stream: () => socketTo(finder) };
}

/** As the driver itself reads the address. */
function serverOf(url: string): Server {
  const { host, port } = new Client({ connectionString: url });
  return { host, port, url };
}

/** What the driver would take from the address rather than from the options given beside it. */
const OF_TLS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'uselibpqcompat'];

/** The driver names the first host to TLS, whichever was connected to: a certificate for any of them will do. */
function withIdentities(address: string, servers: readonly Server[]): Connection {
  const { ssl } = new Client({ connectionString: address });
  if (!ssl) return { connectionString: address };
  const check = (_host: string, certificate: PeerCertificate): Error | undefined => {
    const faults = servers.map(({ host }) => checkServerIdentity(host, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
  const url = new URL(address);
  for (const name of OF_TLS) url.searchParams.delete(name);
  const given = typeof ssl === 'object' ? ssl : {};
  return { connectionString: url.toString(), ssl: { checkServerIdentity: check, ...given } };
}

/** A socket that finds its server when it connects. */
function socketTo(finder: ServerFinder): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const go = async (): Promise<void> => {
    try {
      const server = await finder.find();
      if (socket.destroyed) return;
      socket.once('close', finder.keep(server, socket));
      connect(server.port, server.host);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  socket.connect = (): Socket => {
    void go();
    return socket;
  };
  return socket;
}
